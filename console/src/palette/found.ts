import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { gatheredKey } from '../session/api/query.ts'
import { keepRows } from '../session/api/query-client.ts'

const waitMs = 120

export interface Found<Row> {
  rows: readonly Row[]
  /** True while the answer for the typed text is missing. `rows` may then belong to an older text. */
  waiting: boolean
}

interface SearchOptions<Row> {
  endpoint: Endpoint
  isSearchable: (text: string) => boolean
  search: (text: string, signal: AbortSignal) => Promise<readonly Row[]>
}

/** Search on the server. It is sent shortly after the last key, and aborted when the user types on. */
export function useFound<Row>(typed: string, { endpoint, isSearchable, search }: SearchOptions<Row>): Found<Row> {
  const text = typed.trim()
  const [searched] = useDebouncedValue(text, waitMs)
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: gatheredKey(endpoint, searched),
    queryFn: ({ signal }) => search(searched, signal),
    enabled: isSearchable(searched),
    ...keepRows,
  })
  const rows = text === '' || !isSearchable(searched) || isError ? [] : (data ?? [])
  return { rows, waiting: isSearchable(text) && (searched !== text || (isFetching && (isPlaceholderData || !data))) }
}
