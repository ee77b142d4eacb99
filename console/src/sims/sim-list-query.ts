import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { simFilterShape, simSortFields } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/api.ts'
import { useListSearch } from '../session/list-search.ts'
import { keepRows } from '../session/query-client.ts'

export type SimFilterName = keyof typeof simFilterShape
const filterNames = Object.keys(simFilterShape) as SimFilterName[]
const valid = (name: SimFilterName, value: string): boolean => simFilterShape[name].safeParse(value).success
const defaultSort = { column: 'last_poll', direction: 'desc' } as const

/** Filters, sort and page of the SIM list, in the address. */
export function useSimSearch() {
  return useListSearch({ list: 'sim', filters: filterNames, sortable: simSortFields, defaultSort, valid })
}
export type SimSearch = ReturnType<typeof useSimSearch>

export function useSims(query: QueryIn<typeof endpoints.listSims>) {
  return useQuery({
    queryKey: ['sims', query],
    queryFn: ({ signal }) => call(endpoints.listSims, { query, signal }),
    ...keepRows,
  })
}

/** How many SIMs there are without any filter; asked only when a filter hides some. */
export function useSimTotal(filtered: boolean): number | undefined {
  const query = { take: 1 }
  const { data } = useQuery({
    queryKey: ['sims', query],
    queryFn: ({ signal }) => call(endpoints.listSims, { query, signal }),
    enabled: filtered,
  })
  return filtered ? data?.totalItems : undefined
}
