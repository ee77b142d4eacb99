import { TextInput } from '@mantine/core'
import { AidField } from '../../ui/form/AidField.tsx'
import { HexField } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Form } from '../../ui/form/use-form.ts'
import css from './edit.module.css'
import { editText } from './edit-text.ts'
import { keyNames, requiredBytes, scp03Names } from './sim-draft.ts'
import type { KeyName, SimDraft } from './sim-draft.ts'

const aesLengths = [16, 32]
const scp03Lengths = [16, 24, 32]
/** Maximum number of characters of the input: room for 32 octets in pairs, and for excess digits, which show an error. */
const longest = 200
const isScp03 = (name: KeyName): boolean => scp03Names.some((one) => one === name)

/** Fields for the keys of a SIM, with counters of their lengths. The three SCP03 keys must have the same length. */
export function KeyFields({ form, replaces }: { form: Form<SimDraft>; replaces: boolean }) {
  const t = useText(editText)
  const { values } = form
  const longestScp03 = Math.max(...scp03Names.map((name) => values[`keys.${name}`].length))
  const hex = (name: `keys.${KeyName | 'sd_aid'}`) => ({
    value: values[name],
    error: form.error(name),
    onChange: (value: string) => form.set({ [name]: value }),
    onBlur: () => form.leave(name),
    maxLength: longest,
  })
  return (
    <fieldset className={css.keys}>
      <legend className={css.hidden}>{replaces ? t.replaceKeys : t.addKeys}</legend>
      {keyNames.map((name) => (
        <HexField
          key={name}
          label={name.toUpperCase()}
          required
          description={isScp03(name) ? t.scp03Lengths : t.aesLengths}
          lengthBytes={isScp03(name) ? requiredBytes(longestScp03, scp03Lengths) : requiredBytes(values[`keys.${name}`].length, aesLengths)}
          {...hex(`keys.${name}`)}
        />
      ))}
      <AidField label={t.sdAid} description={replaces ? t.asBefore : t.sdAidWords} {...hex('keys.sd_aid')} />
      <TextInput
        label={t.kvn}
        description={replaces ? t.kvnAsBefore : t.kvnWords}
        autoComplete="off"
        maxLength={20}
        {...form.text('keys.kvn')}
      />
    </fieldset>
  )
}
