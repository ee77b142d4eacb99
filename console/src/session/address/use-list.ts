import type { CallInput } from '@simdeck/contract/client.ts'
import type { Endpoint, ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { liveTopics } from '@simdeck/contract/live-topics.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListState } from '../../ui/table/list-state.ts'
import { failureText } from '../api/failure.ts'
import { isRefused, keepRows } from '../api/query-client.ts'
import { queryOf } from '../api/query.ts'
import { useLiveTopic } from '../live/use-live-topic.ts'
import { useKnownPage } from './list-search.ts'
import type { useListSearch } from './list-search.ts'

type RowOf<E extends Endpoint> = ResponseOf<E>
type Answer<E extends Endpoint> = Page<RowOf<E>>
type Process = Parameters<typeof failureText>[1]
type Search = Pick<
  ReturnType<typeof useListSearch<never, never>>,
  'page' | 'setPage' | 'pageSize' | 'sort' | 'setSort' | 'filtered' | 'pagerOf'
> & { query: object }

interface ListInput<E extends Endpoint> extends Pick<UseQueryOptions<Answer<E>>, 'refetchOnWindowFocus' | 'refetchInterval'> {
  params?: CallInput<E>['params']
  /** Further parameters of the query. They replace filters, sort and page of the same name. */
  query?: object
  /** Action that the text of a failure names. */
  process?: Process
  /**
   * Topic whose events change rows of the list, and a function that returns the SIM of a row. The server sends the events of these
   * SIMs.
   */
  live?: { topic: keyof typeof liveTopics; simOf: (row: RowOf<E>) => number }
}

/** State of a list whose filters, sort and page are in the address: the rows of the page, updated live, and the pager. */
export function useList<E extends Endpoint>(
  endpoint: E,
  search: Search,
  { params, query, process, live, ...options }: ListInput<E> = {},
): ListState<RowOf<E>> & { answer: Answer<E> | undefined } {
  const input = { ...(params && { params }), query: { ...search.query, ...query } } as unknown as CallInput<E>
  const result = useQuery({ ...queryOf(endpoint, input), ...keepRows, ...options } as unknown as UseQueryOptions<Answer<E>>)
  const last = useLast(result.data)
  const unreached = result.data === undefined && result.error !== null && !isRefused(result.error)
  const answer = unreached ? last : result.data
  const stale = result.isPlaceholderData || unreached
  useKnownPage(search, answer)
  return {
    answer,
    ...stateOf(result, answer?.data, process),
    total: answer?.totalItems,
    stale,
    filtered: search.filtered,
    sort: search.sort,
    setSort: search.setSort,
    pageSize: search.pageSize,
    live: useLiveTopic(live?.topic ?? null, answer?.data, live?.simOf),
    pager: answer && answer.totalItems > 0 ? search.pagerOf(answer, { stale, unreached }) : null,
  }
}

/** The value, or the last known one while it is undefined. If the server cannot be reached for another page, the rows shown before stay. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** State of a short list without pages. Until it is loaded, `skeletonRows` rows are drawn. */
export function wholeList<Row>(result: UseQueryResult<Row[]>, skeletonRows = 3): ListState<Row> {
  const { data } = result
  return { ...stateOf(result, data), total: data?.length, stale: false, filtered: false, pageSize: skeletonRows, pager: null }
}

function stateOf<Row>(
  { error, refetch }: UseQueryResult<unknown>,
  rows: readonly Row[] | undefined,
  process?: Process,
): Pick<ListState<Row>, 'rows' | 'failure' | 'retry'> {
  return { rows, failure: error && failureText(error, process), retry: () => void refetch() }
}
