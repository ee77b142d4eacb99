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

/** Shows the answer of a query, as a mounted screen does, and waits for the first one. */
async function show(query: { queryKey: readonly unknown[]; queryFn?: unknown }): Promise<void> {
  const observer = new QueryObserver(queryClient, query as never)
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
}

test('each endpoint has keys of its own, and each input of it another one', () => {
  const keys = Object.values(endpoints).map((endpoint) => JSON.stringify(keyOf(endpoint)))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf(endpoints.getSim, { params: { id: 1 } })).not.toEqual(keyOf(endpoints.getSim, { params: { id: 2 } }))
})

test('the answers of one endpoint are asked for again: all of them, or those to an input that is named in part', async () => {
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

test('a change of a topic asks again for every shown answer that depends on it, and for no other', async () => {
  await show(queryOf(endpoints.listSims, { query: { take: 5 } }))
  await show(queryOf(endpoints.listGroups, { query: { take: 50 } }))
  await show(queryOf(endpoints.listMembers, { query: {} }))
  await show({ queryKey: gatheredKey(endpoints.listSims, 'by hand'), queryFn: () => fetch('/gathered', { method: 'GET' }) })
  const dependent = asked.slice(0, 2)
  asked.length = 0
  refreshTopic('sims')
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(dependent.toSorted()))
})

test('an answer of a change takes the place of the shown one without another call', async () => {
  await show(queryOf(endpoints.getGroup, { params: { id: 3 } }))
  setAnswer(endpoints.getGroup, { params: { id: 3 } }, { id: 3, name: 'new' } as never)
  expect(queryClient.getQueryData(keyOf(endpoints.getGroup, { params: { id: 3 } }))).toEqual({ id: 3, name: 'new' })
  expect(asked).toHaveLength(1)
})
