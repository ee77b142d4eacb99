import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { queryClient } from '../../session/api/query-client.ts'
import { keyOf } from '../../session/api/query.ts'

type Listed = Pick<Sim, 'id' | 'iccid'>
type ListQuery = { take?: number; skip?: number; pageIndex?: number }

/** A page of a list of SIMs as a user saw it. `start`: the number of SIMs before it. */
export interface ListPlace {
  query: ListQuery
  start: number
  sims: readonly Listed[]
  total: number
}

/** The last page from which a SIM was opened. */
let lastPlace: ListPlace | null = null

export function placeFrom(query: ListQuery, { data, totalItems }: Page<Sim>): ListPlace {
  const start = query.skip ?? (query.pageIndex ?? 0) * (query.take ?? data.length)
  return { query, start, sims: data.map(({ id, iccid }) => ({ id, iccid })), total: totalItems }
}

/** The page of the list from which a user came to a SIM: the newest one in the cache that has it. Null for another way. */
export function placeOf(simId: number): ListPlace | null {
  const cached = queryClient
    .getQueryCache()
    .findAll({ queryKey: keyOf(endpoints.listSims) })
    .filter(({ state }) => (state.data as Page<Sim> | undefined)?.data.some(({ id }) => id === simId))
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)[0]
  if (cached) {
    const { query = {} } = cached.queryKey[1] as { query?: ListQuery }
    lastPlace = placeFrom(query, cached.state.data as Page<Sim>)
  }
  return lastPlace?.sims.some(({ id }) => id === simId) ? lastPlace : null
}

/** The queries of the pages before and after that a step from this SIM needs; null if the page has the next SIM, or the list ends. */
export function edgesOf({ query, start, sims, total }: ListPlace, simId: number): { before: ListQuery | null; after: ListQuery | null } {
  const at = sims.findIndex(({ id }) => id === simId)
  const { pageIndex: _, ...rest } = query
  const take = query.take ?? sims.length
  const end = start + sims.length
  const before = Math.max(0, start - take)
  return {
    before: at === 0 && start > 0 ? { ...rest, take: start - before, skip: before } : null,
    after: at === sims.length - 1 && end < total ? { ...rest, take, skip: end } : null,
  }
}
