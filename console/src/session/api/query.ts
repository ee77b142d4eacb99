import type { CallInput, CallResult } from '@simdeck/contract/client.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { callsOf, liveTopics } from '@simdeck/contract/live-topics.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryKey, Updater } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'

type Asked<E extends Endpoint> = Omit<CallInput<E>, 'signal'>
type LooseInput = { params?: object | undefined; query?: object | undefined; body?: object | undefined; file?: Blob }

const nameOf = ({ api, method, path }: Endpoint): string => `${api} ${method} ${path}`

/** The key of the answers of an endpoint: of all, or of those to an input, which may be named in part. */
export const keyOf = (endpoint: Endpoint, { params, query, body }: LooseInput = {}): QueryKey => [
  nameOf(endpoint),
  // A part that is named as undefined would have to be undefined in the keys that it matches.
  { ...(params && { params }), ...(query && { query }), ...(body && { body }) },
]

/**
 * The key of what is put together from several answers of an endpoint, or is not its plain answer. No topic makes it stale: `by` names
 * all that it depends on.
 */
export const gatheredKey = (endpoint: Endpoint, ...by: readonly unknown[]): QueryKey => [`gathered ${nameOf(endpoint)}`, ...by]

/** Key and function of a query that makes one call. It is also asked again when one of `since` changes. */
export function queryOf<E extends Endpoint>(endpoint: E, input: Asked<E>, ...since: readonly unknown[]) {
  return queryOptions({
    queryKey: [...keyOf(endpoint, input as LooseInput), ...since],
    queryFn: ({ signal }): Promise<CallResult<E>> => call(endpoint, { ...input, signal } as CallInput<E>),
  })
}

/** Puts an answer in the place of the one that is shown. */
export function setAnswer<E extends Endpoint>(
  endpoint: E,
  input: Asked<E>,
  answer: Updater<CallResult<E> | undefined, CallResult<E> | undefined>,
): void {
  queryClient.setQueryData<CallResult<E>>(keyOf(endpoint, input as LooseInput), answer)
}

/** Asks again for what is shown of the answers of an endpoint: for all, or for those to an input, which may be named in part. */
export const refresh = <E extends Endpoint>(endpoint: E, input: Partial<Asked<E>> = {}): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(endpoint, input as LooseInput) })

/** Asks again for all that is shown and depends on a topic: this console changed something of it. */
export function refreshTopic(name: keyof typeof liveTopics): void {
  for (const endpoint of callsOf(liveTopics[name])) void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
}
