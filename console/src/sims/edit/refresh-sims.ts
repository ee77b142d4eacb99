import type { Page } from '@simdeck/contract/list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { queryClient } from '../../session/api/query-client.ts'

/** Whatever shows SIMs or counts them is asked for again. */
export function refreshSims(): void {
  for (const key of ['sims', 'sim', 'unknown-numbers', 'groups']) void queryClient.invalidateQueries({ queryKey: [key] })
}

/** Takes a SIM that was deleted out of what the lists show, before they are asked for again. */
export function forgetSim(id: number): void {
  queryClient.removeQueries({ queryKey: ['sim', id] })
  queryClient.setQueriesData<Page<Sim>>({ queryKey: ['sims'] }, (page) =>
    page?.data.some((sim) => sim.id === id) ? { ...page, data: page.data.filter((sim) => sim.id !== id) } : undefined,
  )
}
