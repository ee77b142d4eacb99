import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { queryClient } from '../../session/api/query-client.ts'
import { keyOf, refreshTopic } from '../../session/api/query.ts'

/** Refreshes all queries that show or count SIMs. */
export function refreshSims(): void {
  refreshTopic('sims')
}

/** Removes a deleted SIM from the cached lists. They are refreshed later. */
export function forgetSim(id: number): void {
  queryClient.removeQueries({ queryKey: keyOf(endpoints.getSim, { params: { id } }) })
  queryClient.setQueriesData<Page<Sim>>({ queryKey: keyOf(endpoints.listSims) }, (page) =>
    page?.data.some((sim) => sim.id === id) ? { ...page, data: page.data.filter((sim) => sim.id !== id) } : undefined,
  )
}
