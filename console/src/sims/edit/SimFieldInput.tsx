import { Select, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { simFieldIs, simFields } from '@simdeck/contract/sim-fields.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { fieldText, valueWords } from '../field-words.ts'
import type { ChoiceField, SimDraft, TextField } from './sim-draft.ts'

/** Maximum length of the inputs. A longer pasted text is cut, because it would only make the page slow. */
const longest = 200

const inputModes: { [Name in 'iccid' | TextField]?: 'numeric' | 'tel' } = {
  iccid: 'numeric',
  imsi: 'numeric',
  msisdn: 'tel',
  imei: 'numeric',
}

interface LineInputProps extends Omit<TextInputProps, 'form'> {
  name: 'iccid' | TextField
  form: Form<SimDraft>
}

/** Input for a field that holds one line of text. */
export function LineInput({ name, form, ...more }: LineInputProps) {
  const field = useText(fieldText)
  return (
    <TextInput
      label={field[name]}
      inputMode={inputModes[name]}
      autoComplete="off"
      spellCheck={false}
      maxLength={longest}
      {...more}
      {...form.text(name)}
    />
  )
}

/** Input for an editable field, by its type. */
export function SimFieldInput({ name, form }: { name: TextField | ChoiceField; form: Form<SimDraft> }) {
  const field = useText(fieldText)
  const language = useLanguage()
  if (simFieldIs(name, { type: 'text' })) return <LineInput name={name} form={form} />
  const choices: readonly SimDraft[ChoiceField][] = simFields[name].choices
  return (
    <Select
      label={field[name]}
      data={choices.map((value) => ({ value, label: valueWords(name, value, language) }))}
      value={form.values[name]}
      error={form.error(name)}
      onChange={(value) => form.set({ [name]: choices.find((choice) => choice === value) })}
    />
  )
}
