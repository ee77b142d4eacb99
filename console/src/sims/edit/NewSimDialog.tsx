import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { editText, faultText, outcomeText } from './edit-text.ts'
import { refreshSims } from './refresh-sims.ts'
import { emptyDraft, newSimOf } from './sim-draft.ts'
import { faultsOfNew } from './sim-faults.ts'
import { SimForm } from './SimForm.tsx'

/** Dialog that adds a SIM. */
export function NewSimDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText(editText)
  const faults = useText(faultText)
  const outcomes = useText(outcomeText)
  const navigate = useNavigate()
  const form = useForm({
    saved: emptyDraft,
    check: (draft) => faultsOfNew(draft, faults),
    send: async (draft) => {
      const { id, iccid, device_alias } = await call(endpoints.createSim, { body: newSimOf(draft) })
      refreshSims()
      toast.success(outcomes.added, device_alias ?? iccid, {
        words: t.open,
        onClick: () => void navigate({ to: '/sims/$id/$cid', params: { id: String(id), cid: iccid } }),
      })
      onClose()
    },
    failed: (error) => toastFailure(outcomes.notAdded, error),
    fieldOf: { simExists: 'iccid', groupNotFound: 'group_id' },
  })
  return (
    <SimForm form={form} opened={opened} onClose={onClose} title={t.create} introduction={t.optional} act={t.add} isNew hasKeys={false} />
  )
}
