import { Select, TextInput } from '@mantine/core'
import { countries } from '@simdeck/contract/countries.ts'
import { useMemo } from 'react'
import type { Form } from '../../../ui/form/use-form.ts'
import { useLanguage } from '../../../ui/words/language.ts'
import { useText } from '../../../ui/words/text.ts'
import { makeText } from './make-text.ts'
import type { SubjectDraft } from './subject.ts'

/** Fields of the subject of a CA. */
export function SubjectFields<Values extends SubjectDraft>({ form }: { form: Form<Values> }) {
  const t = useText(makeText)
  const language = useLanguage()
  const choices = useMemo(() => countries(language).map(({ code, name }) => ({ value: code, label: `${name}（${code}）` })), [language])
  // Every subject has these fields, but the type of the form may have more.
  const fields = form as unknown as Form<SubjectDraft>
  return (
    <>
      <TextInput label={t.name} description={t.nameWords} required data-autofocus autoComplete="off" {...fields.text('name')} />
      <TextInput label={t.organization} placeholder={t.optional} autoComplete="off" {...fields.text('organization')} />
      <TextInput label={t.unit} placeholder={t.optional} autoComplete="off" {...fields.text('unit')} />
      <Select
        label={t.country}
        placeholder={t.optional}
        data={choices}
        searchable
        clearable
        value={fields.values.country || null}
        error={fields.error('country')}
        onChange={(country) => fields.set({ country: country ?? '' })}
      />
    </>
  )
}
