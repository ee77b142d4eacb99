import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxValues } from '@simdeck/contract/sim-counts.ts'
import type { CountedFilter } from '@simdeck/contract/sim-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { keepRows } from '../../../session/api/query-client.ts'
import { queryOf } from '../../../session/api/query.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'

const currentMs = 10_000

/** Numbers of SIMs per value of a filter, among those that match the other filters; repeated while an editor is open. */
export function useValueCounts(of: CountedFilter, filters: SimSearch['filters']) {
  const { data, error } = useQuery({
    ...queryOf(endpoints.countSimValues, { query: { ...filters, of } }),
    ...keepRows,
    refetchInterval: currentMs,
  })
  const counts = new Map(data?.map(({ value, count }) => [value, count]))
  const isComplete = data !== undefined && data.length < maxValues
  return {
    /** The counted values, most frequent first, without the blank; undefined until known. */
    values: data?.flatMap(({ value }) => value ?? []),
    /** Number of SIMs with that value, null for those without a value; undefined while unknown. */
    countOf: (value: string | null): number | undefined => counts.get(value) ?? (isComplete ? 0 : undefined),
    isComplete,
    error,
  }
}
