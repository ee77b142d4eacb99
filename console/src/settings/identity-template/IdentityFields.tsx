import { Checkbox, Select, TextInput } from '@mantine/core'
import { countries } from '@simdeck/contract/countries.ts'
import { altNameTypes, templatePlaceholders } from '@simdeck/contract/identity-templates.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Button, IconButton } from '../../ui/form/Button.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { Tag } from '../../ui/value/Bits.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import type { AltNameDraft, TemplateDraft } from './template-draft.ts'
import own from './template.module.css'
import { templateText } from './template-text.ts'

const maxAltNames = 8

/** Fields of the name, the subject and the alternative names. */
export function IdentityFields({ form }: { form: Form<TemplateDraft> }) {
  const t = useText(templateText)
  const language = useLanguage()
  const choices = useMemo(() => countries(language).map(({ code, name }) => ({ value: code, label: `${name}（${code}）` })), [language])
  return (
    <FieldStack>
      <TextInput label={t.name} required autoComplete="off" {...form.text('name')} />
      <h3 className={own.heading}>{t.identity}</h3>
      <TextInput label={t.commonName} required autoComplete="off" {...form.text('commonName')} />
      <Checkbox
        label={t.appendIccid}
        checked={form.values.appendIccid}
        onChange={(event) => form.set({ appendIccid: event.currentTarget.checked })}
      />
      <TextInput label={t.organization} placeholder={t.optional} autoComplete="off" {...form.text('organization')} />
      <TextInput label={t.unit} placeholder={t.optional} autoComplete="off" {...form.text('unit')} />
      <Select
        label={t.country}
        placeholder={t.optional}
        data={choices}
        searchable
        clearable
        value={form.values.country}
        onChange={(country) => form.set({ country })}
      />
      <TextInput label={t.state} placeholder={t.optional} autoComplete="off" {...form.text('state')} />
      <TextInput label={t.locality} placeholder={t.optional} autoComplete="off" {...form.text('locality')} />
      <AltNames form={form} />
      <p className={own.placeholders}>
        {t.placeholders}
        {templatePlaceholders.map((name) => (
          <Tag key={name}>{`{{${name}}}`}</Tag>
        ))}
      </p>
    </FieldStack>
  )
}

function AltNames({ form }: { form: Form<TemplateDraft> }) {
  const t = useText(templateText)
  const { altNames } = form.values
  const change = (at: number, part: Partial<AltNameDraft>) =>
    form.set({ altNames: altNames.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <>
      {altNames.map(({ type, value }, at) => (
        <div key={at} className={own.altName}>
          <Select
            label={t.altType}
            data={altNameTypes.map((one) => ({ value: one, label: t[one] }))}
            allowDeselect={false}
            value={type}
            onChange={(picked) => change(at, { type: picked ?? 'uri' })}
          />
          <TextInput
            label={t.altName}
            required
            autoComplete="off"
            value={value}
            error={form.error('altNames')}
            onBlur={() => form.leave('altNames')}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          <IconButton label={t.removeAltName} onClick={() => form.set({ altNames: altNames.filter((_, index) => index !== at) })}>
            <IconX size={16} />
          </IconButton>
        </div>
      ))}
      {altNames.length < maxAltNames && (
        <div>
          <Button
            size="sm"
            icon={<IconPlus size={16} />}
            onClick={() => form.set({ altNames: [...altNames, { type: 'uri', value: 'urn:iccid:{{iccid}}' }] })}
          >
            {t.addAltName}
          </Button>
        </div>
      )}
    </>
  )
}
