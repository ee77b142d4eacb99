import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simSortFields } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { useListSearch } from '../../session/address/list-search.ts'
import { queryOf } from '../../session/api/query.ts'
import { useList } from '../../session/address/use-list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { simFilterChecks } from '../filters/filter-checks.ts'
import type { SimFilterName } from '../filters/filter-checks.ts'

const filterNames = Object.keys(simFilterChecks) as SimFilterName[]
const valid = (name: SimFilterName, value: string): boolean => simFilterChecks[name](value)
const defaultSort = { column: 'last_poll', direction: 'desc' } as const

/** Filters, sort and page of the SIM list in the address. */
export function useSimSearch() {
  return useListSearch({ list: 'sim', filters: filterNames, sortable: simSortFields, defaultSort, valid, cursors: true })
}
export type SimSearch = ReturnType<typeof useSimSearch>

const simOf = ({ id }: Sim): number => id

/** The page of SIMs that the address names. `live`: rows that an event changes are highlighted. */
export const useSims = (search: SimSearch, { live = false } = {}) =>
  useList(endpoints.listSims, search, live ? { live: { topic: 'sims', simOf } } : {})

/** Number of all SIMs; queried only while a filter is set. */
export function useSimTotal(filtered: boolean): { count: number; about: boolean } | undefined {
  const query = { take: 1 }
  const { data } = useQuery({
    ...queryOf(endpoints.listSims, { query }),
    enabled: filtered,
  })
  return filtered && data ? { count: data.totalItems, about: data.totalIsEstimate === true } : undefined
}
