import { getSim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../session/api/query.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { parametersText } from '../text/parameters-text.ts'

/** Words for the free memory that the card of a SIM reported last; empty without a SIM or a report. */
export function useFreeMemory(simId: number | undefined): string {
  const t = useText(parametersText)
  const { data: sim } = useQuery({ ...queryOf(getSim, { params: { id: simId ?? 0 } }), enabled: simId !== undefined })
  if (!sim || sim.free_memory === null) return ''
  return t.freeMemory(formatNumber(sim.free_memory), sim.device_alias ?? sim.iccid)
}
