import { endpoints } from '@simdeck/contract/endpoints.ts'
import { nextStatuses } from '@simdeck/contract/sim-status.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { call } from '../../session/api/api.ts'
import { useText } from '../../ui/words/text.ts'
import { statusChangeText } from './status-change-text.ts'
import { StatusForm } from './StatusForm.tsx'

interface ChangeStatusProps {
  sim: Sim
  opened: boolean
  onClose: () => void
}

/** Dialog that changes the status of one SIM. It offers what the SIM's platform permits from the present status. */
export function ChangeStatusDialog({ sim, opened, onClose }: ChangeStatusProps) {
  const t = useText(statusChangeText)
  const offered = nextStatuses(sim.cm_platform, sim.status)
  const words = offered.length === 0 ? t.noneOffered : t.oneWords
  return (
    <StatusForm
      opened={opened}
      onClose={onClose}
      words={words(simStatusLabel[sim.status])}
      offered={offered}
      word={sim.iccid}
      ask={t.askIccid(sim.iccid)}
      act={t.title}
      start={(body) => call(endpoints.changeSimStatus, { params: { id: sim.id }, body })}
    />
  )
}
