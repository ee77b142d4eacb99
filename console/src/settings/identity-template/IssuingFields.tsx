import { Checkbox, Select, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { deliveryTypes, keySlots } from '@simdeck/contract/identity-templates.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { FieldStack } from '../../ui/form/Fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { Segments } from '../../ui/value/Bits.tsx'
import { useText } from '../../ui/words/text.ts'
import type { TemplateDraft } from './template-draft.ts'
import own from './template.module.css'
import { templateText } from './template-text.ts'

/** Fields of the CA, the validity, the delivery and the place on the card. */
export function IssuingFields({ form }: { form: Form<TemplateDraft> }) {
  const t = useText(templateText)
  const { data: authorities = [] } = useQuery(queryOf(endpoints.listAuthorities, {}))
  const { values } = form
  return (
    <FieldStack>
      <h3 className={own.heading}>{t.issuing}</h3>
      <Select
        label={t.authority}
        data={[{ value: '', label: t.defaultAuthority }, ...authorities.map(({ id, name }) => ({ value: String(id), label: name }))]}
        allowDeselect={false}
        value={values.authorityId}
        onChange={(picked) => form.set({ authorityId: picked ?? '' })}
      />
      <div className={own.pair}>
        <TextInput label={t.validDays} required inputMode="numeric" autoComplete="off" {...form.text('validDays')} />
        <TextInput label={t.renewBeforeDays} required inputMode="numeric" autoComplete="off" {...form.text('renewBeforeDays')} />
      </div>
      <div>
        <span className={own.name}>{t.delivery}</span>
        <Segments
          label={t.delivery}
          value={values.delivery}
          options={deliveryTypes.map((value) => ({ value, words: t[value] }))}
          onChange={(delivery) => form.set({ delivery })}
        />
        <p className={own.words}>{values.delivery === 'Auto' ? t.autoWords : t.manualWords}</p>
      </div>
      <Checkbox
        label={t.serverAuth}
        checked={values.serverAuth}
        onChange={(event) => form.set({ serverAuth: event.currentTarget.checked })}
      />
      <div className={own.pair}>
        <Select
          label={t.slotId}
          data={Array.from({ length: keySlots }, (_, at) => String(at + 1))}
          allowDeselect={false}
          value={values.slotId}
          onChange={(picked) => form.set({ slotId: picked ?? '1' })}
        />
        <TextInput label={t.label} description={t.labelWords} required autoComplete="off" {...form.text('label')} />
      </div>
    </FieldStack>
  )
}
