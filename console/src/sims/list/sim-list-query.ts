import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simSortFields } from '@simdeck/contract/sims.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { useListSearch } from '../../session/address/list-search.ts'
import { queryOf } from '../../session/api/query.ts'
import { useList } from '../../session/address/use-list.ts'
import { simFilterChecks } from '../filters/filter-checks.ts'
import type { SimFilterName } from '../filters/filter-checks.ts'
import { withoutIdleNot, withNot } from '../filters/not.ts'
import type { SimFilters } from '../filters/not.ts'

const filterNames = Object.keys(simFilterChecks) as SimFilterName[]
const valid = (name: SimFilterName, value: string): boolean => simFilterChecks[name](value)
const defaultSort = { column: 'last_poll', direction: 'desc' } as const

/** Filters, sort and page of the SIM list in the address. */
export function useSimSearch() {
  const search = useListSearch({ list: 'sim', filters: filterNames, sortable: simSortFields, defaultSort, valid, inUse: withoutIdleNot })
  const { filters, setFilter, setFilters } = search
  return {
    ...search,
    setFilter: (name: SimFilterName, value: string | null): void =>
      value === null && filters.not ? setFilters(withNot(filters, { [name]: null })) : setFilter(name, value),
    setFilters: (values: { [Name in SimFilterName]?: string | null }): void => setFilters(withNot(filters, values)),
  }
}
export type SimSearch = Omit<ReturnType<typeof useSimSearch>, 'filters'> & { filters: SimFilters }

const simOf = ({ id }: Sim): number => id

/** The page of SIMs that the address names. `live`: rows that an event changes are highlighted. */
export const useSims = (search: SimSearch, { live = false } = {}) =>
  useList(endpoints.listSims, search, live ? { live: { topic: 'sims', simOf } } : {})

/** Number of all SIMs; queried only while a filter is set. */
export function useSimTotal(filtered: boolean): number | undefined {
  const query = { take: 1 }
  const { data } = useQuery({
    ...queryOf(endpoints.listSims, { query }),
    enabled: filtered,
  })
  return filtered ? data?.totalItems : undefined
}
