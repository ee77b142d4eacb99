import { endpoints } from '@simdeck/contract/endpoints.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatheredKey, keyOf, queryOf, refresh, refreshTopic, setAnswer } from './query.ts'
import { queryClient } from './query-client.ts'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`)
    return Promise.resolve(Response.json({ data: [], pageIndex: 0, totalPages: 0, totalItems: 0 }))
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Observes a query, as a mounted screen does, and waits for its first answer. */
async function show(query: { queryKey: readonly unknown[]; queryFn?: unknown }): Promise<void> {
  const observer = new QueryObserver(queryClient, query as never)
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
}

test('each endpoint and each of its inputs has a different key', () => {
  const keys = Object.values(endpoints).map((endpoint) => JSON.stringify(keyOf(endpoint)))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf(endpoints.getSim, { params: { id: 1 } })).not.toEqual(keyOf(endpoints.getSim, { params: { id: 2 } }))
})

test('refresh repeats the calls of one endpoint: all of them, or those whose input matches a partial one', async () => {
  await show(queryOf(endpoints.listSims, { query: { take: 5 } }))
  await show(queryOf(endpoints.listSims, { query: { take: 10, search: 'pump' } }))
  await show(queryOf(endpoints.getGroup, { params: { id: 3 } }))
  const [five, ten] = asked
  asked.length = 0
  await refresh(endpoints.listSims, { query: { take: 10 } })
  expect(asked).toEqual([ten])
  await refresh(endpoints.listSims)
  expect(new Set(asked.slice(1))).toEqual(new Set([five, ten]))
})

test('refreshTopic refreshes every observed query that depends on the topic, and no other', async () => {
  await show(queryOf(endpoints.listSims, { query: { take: 5 } }))
  await show(queryOf(endpoints.listGroups, { query: { take: 50 } }))
  await show(queryOf(endpoints.listMembers, { query: {} }))
  await show({ queryKey: gatheredKey(endpoints.listSims, 'by hand'), queryFn: () => fetch('/gathered', { method: 'GET' }) })
  const dependent = asked.slice(0, 2)
  asked.length = 0
  refreshTopic('sims')
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(dependent.toSorted()))
})

test('setAnswer replaces the cached answer without another call', async () => {
  await show(queryOf(endpoints.getGroup, { params: { id: 3 } }))
  setAnswer(endpoints.getGroup, { params: { id: 3 } }, { id: 3, name: 'new' } as never)
  expect(queryClient.getQueryData(keyOf(endpoints.getGroup, { params: { id: 3 } }))).toEqual({ id: 3, name: 'new' })
  expect(asked).toHaveLength(1)
})

test('an answer that is put into the cache is not replaced by an older one that arrives later', async () => {
  const query = queryOf(endpoints.getGroup, { params: { id: 3 } })
  await show(query)
  const { promise, resolve: arrive } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const loading = queryClient.refetchQueries({ queryKey: query.queryKey })
  setAnswer(endpoints.getGroup, { params: { id: 3 } }, { name: 'new' } as never)
  arrive(Response.json({ data: { name: 'old' } }))
  await loading
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ name: 'new' })
})
