import { Checkbox, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { mostTriggerParameterOctets, scp81IdentityPattern, type SimScp81, usualTriggerTar } from '@simdeck/contract/sim-scp81.ts'
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
import { scp81Text } from './scp81-text.ts'

const longestIdentity = 128
const longestKey = 200
const longestParameters = 300
const hexPattern = (least: number, most: number): RegExp => new RegExp(`^([0-9A-F]{2}){${least},${most}}$`)
const keyPattern = hexPattern(16, 64)
const aidPattern = hexPattern(5, 16)
const tarPattern = hexPattern(3, 3)
const parametersPattern = hexPattern(1, mostTriggerParameterOctets)

interface Scp81DialogProps {
  simId: number
  stored: SimScp81['key']
  onClose: () => void
}

/** Dialog for the SCP81 identity and key of a SIM. The key is never shown. */
export function Scp81Dialog({ simId, stored, onClose }: Scp81DialogProps) {
  const t = useText(scp81Text)
  const params = { id: simId }
  const done = async (message: string): Promise<void> => {
    await refresh(endpoints.getSimScp81, { params })
    toast.success(message)
    onClose()
  }
  const form = useForm({
    saved: {
      identity: stored?.identity ?? '',
      key: '',
      files_aid: stored?.files_aid ?? '',
      triggers: stored !== null && stored.trigger_tar !== null,
      trigger_tar: stored?.trigger_tar ?? usualTriggerTar,
      trigger_parameters: stored?.trigger_parameters ?? '',
    },
    check: ({ identity, key, files_aid: filesAid, triggers, trigger_tar: tar, trigger_parameters: parameters }) => ({
      identity: !scp81IdentityPattern.test(identity) && t.identityWrong,
      key: !keyPattern.test(key) && !(stored && key === '') && t.keyWrong,
      files_aid: filesAid !== '' && !aidPattern.test(filesAid) && t.filesAidWrong,
      trigger_tar: triggers && !tarPattern.test(tar) && t.tarWrong,
      trigger_parameters: triggers && parameters !== '' && !parametersPattern.test(parameters) && t.parametersWrong,
    }),
    send: async ({ identity, triggers, ...hexValues }) => {
      const { trigger_tar: tar, trigger_parameters: parameters, ...others } = hexValues
      const given = Object.entries({ ...others, ...(triggers && { trigger_tar: tar, trigger_parameters: parameters }) })
      const body = { identity, ...Object.fromEntries(given.filter(([, value]) => value !== '')) }
      await call(endpoints.putSimScp81Key, { params, body })
      await done(t.saved)
    },
    failed: (error) => toastFailure(t.notSaved, error),
  })
  const remove = useMutation({
    mutationFn: () => call(endpoints.deleteSimScp81Key, { params }),
    onSuccess: () => done(t.removed),
    onError: (error) => toastFailure(t.notRemoved, error),
  })
  const [removes, setRemoves] = useState(false)
  const hex = (name: 'key' | 'files_aid' | 'trigger_tar' | 'trigger_parameters') => ({
    value: form.values[name],
    error: form.error(name),
    onChange: (value: string) => form.set({ [name]: value }),
    onBlur: () => form.leave(name),
    maxLength: longestKey,
  })
  if (removes)
    return (
      <ConfirmDialog
        opened
        danger
        onClose={() => setRemoves(false)}
        title={t.removeTitle}
        act={t.remove}
        busy={remove.isPending}
        onAct={() => remove.mutate()}
      >
        {t.removeWords}
      </ConfirmDialog>
    )
  return (
    <Dialog opened onClose={onClose} title={t.dialog} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <TextInput
            label={t.identity}
            description={t.identityWords}
            required
            autoComplete="off"
            maxLength={longestIdentity}
            {...form.text('identity')}
          />
          <HexField label={t.key} required={!stored} description={stored ? t.keyKept : t.keyWords} lengthBytes={[16, 64]} {...hex('key')} />
          <HexField label={t.filesAid} description={t.filesAidWords} lengthBytes={[5, 16]} {...hex('files_aid')} />
          <Checkbox
            label={t.triggers}
            description={t.triggersWords}
            checked={form.values.triggers}
            onChange={(event) => form.set({ triggers: event.currentTarget.checked })}
          />
          {form.values.triggers && (
            <>
              <HexField label={t.tar} required description={t.tarWords} lengthBytes={3} {...hex('trigger_tar')} />
              <HexField
                label={t.parameters}
                description={t.parametersWords}
                lengthBytes={[1, mostTriggerParameterOctets]}
                {...hex('trigger_parameters')}
                maxLength={longestParameters}
              />
            </>
          )}
          {stored && (
            <span>
              <TextButton onClick={() => setRemoves(true)}>{t.remove}</TextButton>
            </span>
          )}
        </FieldStack>
        <DialogFoot act={t.save} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
