import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { AidField } from '../../ui/form/AidField.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { keySetsText } from './key-sets-text.ts'

const aidPattern = /^([0-9A-F]{2}){5,16}$/
/** Maximum number of characters of the input: room for 16 octets in pairs, and for excess digits, which show an error. */
const longest = 60

interface SecurityDomainDialogProps {
  simId: number
  aid: string
  opened: boolean
  onClose: () => void
}

/** Dialog that changes the security domain to which the OTAs of a SIM are sent. */
export function SecurityDomainDialog({ simId, aid, opened, onClose }: SecurityDomainDialogProps) {
  const t = useText(keySetsText)
  const params = { id: simId }
  const form = useForm({
    saved: { aid },
    check: (values) => ({ aid: aidPattern.test(values.aid) ? null : t.wrongAid }),
    send: async (values) => {
      await call(endpoints.updateSecurityDomain, { params, body: values })
      void refresh(endpoints.getSecurityDomain, { params })
      toast.success(t.changed)
      close()
    },
    failed: (error) => toastFailure(t.notChanged, error),
  })
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.changeTitle} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <p>{t.changeWords}</p>
          <AidField
            label="AID"
            value={form.values.aid}
            error={form.error('aid')}
            onChange={(value) => form.set({ aid: value })}
            onBlur={() => form.leave('aid')}
            maxLength={longest}
            data-autofocus
          />
        </FieldStack>
        <DialogFoot act={t.change} busy={form.busy} disabled={!form.changed} onCancel={close} />
      </form>
    </Dialog>
  )
}
