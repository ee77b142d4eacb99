import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { deleteText, outcomeText } from './edit-text.ts'
import { forgetSim, refreshSims } from './refresh-sims.ts'

interface DeleteSimProps {
  sim: Sim
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation, by typing the ICCID, before a SIM is deleted. */
export function DeleteSimDialog({ sim, opened, onClose, onDeleted }: DeleteSimProps) {
  const t = useText(deleteText)
  const outcomes = useText(outcomeText)
  const name = sim.device_alias ?? sim.iccid
  const act = useMutation({
    mutationFn: () => call(endpoints.deleteSim, { params: { id: sim.id } }),
    onSuccess: () => {
      toast.success(outcomes.deleted, name)
      onDeleted()
      forgetSim(sim.id)
      refreshSims()
    },
    onError: (error) => toastFailure(outcomes.notDeleted, error),
  })
  return (
    <TypedConfirm
      opened={opened}
      onClose={onClose}
      title={t.title}
      act={t.act}
      word={sim.iccid}
      ask={t.ask(sim.iccid)}
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      {t.words(name)}
    </TypedConfirm>
  )
}
