import { NativeSelect, TextInput } from '@mantine/core'
import { FieldStack, HexField } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import { wakeText } from '../wake/wake-text.ts'
import type { invalidFields, KeyDraft } from './key-draft.ts'
import type { KeyColumnChoice } from './key-file.ts'
import { keyImportText } from './key-import-text.ts'

const longestHex = 80

interface KeyOptionsProps {
  draft: KeyDraft
  columns: KeyColumnChoice
  invalid: ReturnType<typeof invalidFields>
  onChange: (part: Partial<KeyDraft>) => void
}

/** Fields for the keys of the file: their transport key, and the key sets that they belong to. */
export function KeyOptions({ draft, columns, invalid, onChange }: KeyOptionsProps) {
  const t = useText(keyImportText)
  const sms = useText(wakeText)
  return (
    <FieldStack>
      <HexField
        label={t.transportKey}
        description={t.transportWords}
        lengthBytes={[16, 32]}
        maxLength={longestHex * 2}
        value={draft.transportKey}
        error={invalid.transportKey && t.transportWrong}
        onChange={(transportKey) => onChange({ transportKey })}
      />
      {columns.includes('scp03_enc') && (
        <TextInput
          label={t.kvn}
          description={t.kvnWords}
          autoComplete="off"
          maxLength={4}
          value={draft.kvn}
          error={invalid.kvn && t.kvnWrong}
          onChange={(event) => onChange({ kvn: event.currentTarget.value })}
        />
      )}
      {columns.includes('kic') && (
        <>
          <TextInput
            label={t.keySet}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={draft.keySet}
            error={invalid.keySet && sms.keySetWrong}
            onChange={(event) => onChange({ keySet: event.currentTarget.value })}
          />
          <NativeSelect
            label={t.algorithm}
            data={[
              { value: 'aes', label: 'AES' },
              { value: '3des', label: '3DES' },
            ]}
            value={draft.algorithm}
            onChange={(event) => onChange({ algorithm: event.currentTarget.value === '3des' ? '3des' : 'aes' })}
          />
          <HexField
            label="TAR"
            description={sms.tarWords}
            lengthBytes={3}
            maxLength={longestHex}
            value={draft.tar}
            error={invalid.tar && sms.tarWrong}
            onChange={(tar) => onChange({ tar })}
          />
        </>
      )}
      {columns.includes('scp81_key') && (
        <HexField
          label={t.triggerTar}
          description={t.triggerTarWords}
          lengthBytes={3}
          maxLength={longestHex}
          value={draft.triggerTar}
          error={invalid.triggerTar && sms.tarWrong}
          onChange={(triggerTar) => onChange({ triggerTar })}
        />
      )}
    </FieldStack>
  )
}
