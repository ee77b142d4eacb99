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

interface Question<Row> {
  endpoint: Endpoint
  isAskable: (text: string) => boolean
  ask: (text: string, signal: AbortSignal) => Promise<readonly Row[]>
}

/** Search on the server. It is sent shortly after the last key, and aborted when the user types on. */
export function useFound<Row>(typed: string, { endpoint, isAskable, ask }: Question<Row>): Found<Row> {
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, waitMs)
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: gatheredKey(endpoint, asked),
    queryFn: ({ signal }) => ask(asked, signal),
    enabled: isAskable(asked),
    ...keepRows,
  })
  const rows = text === '' || !isAskable(asked) || isError ? [] : (data ?? [])
  return { rows, waiting: isAskable(text) && (asked !== text || (isFetching && (isPlaceholderData || !data))) }
}
