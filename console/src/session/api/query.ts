import type { CallInput, CallResult } from '@simdeck/contract/client.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { callsOf, liveTopics } from '@simdeck/contract/live-topics.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryKey, Updater } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'

type QueryInput<E extends Endpoint> = Omit<CallInput<E>, 'signal'>
type LooseInput = { params?: object | undefined; query?: object | undefined; body?: object | undefined; file?: Blob }

const nameOf = ({ api, method, path }: Endpoint): string => `${api} ${method} ${path}`

/** Query key of the answers of an endpoint: of all its answers, or of those to an input, which may be partial. */
export const keyOf = (endpoint: Endpoint, { params, query, body }: LooseInput = {}): QueryKey => [
  nameOf(endpoint),
  // An undefined part is left out of the key. In the key it would only match keys in which it is undefined as well.
  { ...(params && { params }), ...(query && { query }), ...(body && { body }) },
]

/**
 * Query key of data that combines several answers of an endpoint or is derived from one. Topics do not invalidate it, so `by` must
 * contain everything that the data depends on.
 */
export const gatheredKey = (endpoint: Endpoint, ...by: readonly unknown[]): QueryKey => [`gathered ${nameOf(endpoint)}`, ...by]

/** Key and function of a query with one call. The call is repeated when one of `since` changes. */
export function queryOf<E extends Endpoint>(endpoint: E, input: QueryInput<E>, ...since: readonly unknown[]) {
  return queryOptions({
    queryKey: [...keyOf(endpoint, input as LooseInput), ...since],
    queryFn: ({ signal }): Promise<CallResult<E>> => call(endpoint, { ...input, signal } as CallInput<E>),
  })
}

/**
 * Replaces the cached answer of an endpoint. A whole answer is newer than one that is still being loaded, so that load is given up; a
 * change of the cached answer leaves it.
 */
export function setAnswer<E extends Endpoint>(
  endpoint: E,
  input: QueryInput<E>,
  answer: Updater<CallResult<E> | undefined, CallResult<E> | undefined>,
): void {
  const queryKey = keyOf(endpoint, input as LooseInput)
  if (typeof answer !== 'function' && answer !== undefined) void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<CallResult<E>>(queryKey, answer)
}

/** Refreshes the cached answers of an endpoint: all of them, or those to an input, which may be partial. */
export const refresh = <E extends Endpoint>(endpoint: E, input: Partial<QueryInput<E>> = {}): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(endpoint, input as LooseInput) })

/** Refreshes all queries that depend on a topic. Call it after this console has changed data of the topic. */
export function refreshTopic(name: keyof typeof liveTopics): void {
  for (const endpoint of callsOf(liveTopics[name])) void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
}
