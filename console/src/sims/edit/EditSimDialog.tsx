import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMemo } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { editText, faultText, outcomeText } from './edit-text.ts'
import { refreshSims } from './refresh-sims.ts'
import { changeOf, draftOf } from './sim-draft.ts'
import { faultsOfChange } from './sim-faults.ts'
import { SimForm } from './SimForm.tsx'

/** Dialog that changes all fields of a SIM except its ICCID and its status. */
export function EditSimDialog({ sim, opened, onClose }: { sim: Sim; opened: boolean; onClose: () => void }) {
  const t = useText(editText)
  const faults = useText(faultText)
  const outcomes = useText(outcomeText)
  const saved = useMemo(() => draftOf(sim), [sim])
  const form = useForm({
    saved,
    check: (draft) => faultsOfChange(draft, faults),
    send: async (draft) => {
      const body = changeOf(draft, saved)
      if (Object.keys(body).length > 0) {
        setAnswer(endpoints.getSim, { params: { id: sim.id } }, await call(endpoints.updateSim, { params: { id: sim.id }, body }))
        refreshSims()
        toast.success(outcomes.updated, sim.device_alias ?? sim.iccid)
      }
      onClose()
    },
    failed: (error) => toastFailure(outcomes.notUpdated, error),
    fieldOf: { groupNotFound: 'group_id' },
  })
  return (
    <SimForm
      form={form}
      opened={opened}
      onClose={onClose}
      title={t.edit}
      introduction={
        <>
          ICCID <Iccid value={sim.iccid} grouped />
        </>
      }
      act={t.save}
      isNew={false}
      hasKeys={sim.has_keys}
    />
  )
}
