import { Select, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { type SimSms, type SmsAlgorithm, smsKeyLengths, usualTar } from '@simdeck/contract/sim-sms.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { ConfirmDialog, Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextButton } from '../../ui/form/Button.tsx'
import { FieldStack, HexField } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { wakeText } from './wake-text.ts'

const usualAlgorithm: SmsAlgorithm = 'aes'
const tarOctets = 3
const longest = 80

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,13}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

interface SmsKeysProps {
  simId: number
  keys: SimSms['keys']
  onClose: () => void
}

/** Dialog for the SCP80 key set of a SIM. Its keys are never shown. */
export function SmsKeysDialog({ simId, keys, onClose }: SmsKeysProps) {
  const t = useText(wakeText)
  const params = { id: simId }
  const stored = (): Promise<void> => refresh(endpoints.getSimSms, { params })
  const form = useForm({
    saved: {
      key_set: String(keys?.key_set ?? 1),
      algorithm: keys?.algorithm ?? usualAlgorithm,
      tar: keys?.tar ?? usualTar,
      kic: '',
      kid: '',
      counter: '',
    },
    check: ({ key_set: number, algorithm, tar, kic, kid, counter }) => {
      const isKey = (key: string): boolean =>
        /^[0-9A-F]+$/.test(key) && smsKeyLengths[algorithm].some((length) => key.length === 2 * length)
      return {
        key_set: !isWhole(number, 1, 15) && t.keySetWrong,
        tar: !/^[0-9A-F]{6}$/.test(tar) && t.tarWrong,
        kic: !isKey(kic) && t.keyWrong(algorithm),
        kid: !isKey(kid) && t.keyWrong(algorithm),
        counter: counter.trim() !== '' && !isWhole(counter, 0, 2 ** 40 - 2) && t.counterWrong,
      }
    },
    send: async ({ key_set: number, counter, ...values }) => {
      const from = counter.trim() === '' ? {} : { counter: Number(counter) }
      await call(endpoints.putSimSmsKeys, { params, body: { ...values, key_set: Number(number), ...from } })
      await stored()
      toast.success(t.keysSaved)
      onClose()
    },
    failed: (error) => toastFailure(t.keysNotSaved, error),
  })
  const remove = useMutation({
    mutationFn: () => call(endpoints.deleteSimSmsKeys, { params }),
    onSuccess: async () => {
      await stored()
      toast.success(t.keysRemoved)
      onClose()
    },
    onError: (error) => toastFailure(t.keysNotRemoved, error),
  })
  const [removes, setRemoves] = useState(false)
  const { algorithm } = form.values
  const lengths = smsKeyLengths[algorithm]
  const hex = (name: 'kic' | 'kid' | 'tar') => ({
    value: form.values[name],
    error: form.error(name),
    onChange: (value: string) => form.set({ [name]: value }),
    onBlur: () => form.leave(name),
    maxLength: longest,
  })
  if (removes)
    return (
      <ConfirmDialog
        opened
        danger
        onClose={() => setRemoves(false)}
        title={t.removeTitle}
        act={t.removeKeys}
        busy={remove.isPending}
        onAct={() => remove.mutate()}
      >
        {t.removeWords}
      </ConfirmDialog>
    )
  return (
    <Dialog opened onClose={onClose} title={t.keysTitle} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <TextInput label={t.number} inputMode="numeric" autoComplete="off" maxLength={2} {...form.text('key_set')} />
          <Select
            label={t.algorithm}
            data={[
              { value: 'aes', label: 'AES' },
              { value: '3des', label: '3DES' },
            ]}
            value={algorithm}
            onChange={(chosen) => form.set({ algorithm: chosen === '3des' ? '3des' : 'aes' })}
          />
          <HexField label="KIc" required description={t.kicWords} lengthBytes={[lengths[0]!, lengths.at(-1)!]} {...hex('kic')} />
          <HexField label="KID" required description={t.kidWords} lengthBytes={[lengths[0]!, lengths.at(-1)!]} {...hex('kid')} />
          <HexField label="TAR" description={t.tarWords} lengthBytes={tarOctets} {...hex('tar')} />
          <TextInput
            label={t.counterLabel}
            description={t.counterWords}
            inputMode="numeric"
            autoComplete="off"
            maxLength={13}
            {...form.text('counter')}
          />
          {keys && (
            <span>
              <TextButton onClick={() => setRemoves(true)}>{t.removeKeys}</TextButton>
            </span>
          )}
        </FieldStack>
        <DialogFoot act={t.saveKeys} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
