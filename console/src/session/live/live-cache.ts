import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { Page } from '@simdeck/contract/list.ts'
import { liveTopics } from '@simdeck/contract/live-topics.ts'
import type { LiveTopic } from '@simdeck/contract/live-topics.ts'
import type { QueryKey } from '@tanstack/react-query'
import { keyOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { liveNotes } from './live-notes.ts'

interface Row {
  id: number
}

const topicOf = new Map<string, LiveTopic>(Object.values(liveTopics).map((topic) => [topic.event, topic]))

/** The row that an event contains; null if it contains none. */
export const rowOf = (event: SocketEvent): Row | null => topicOf.get(event.event)?.row?.(event) ?? null

/** Replaces the row in every cached list that contains it. Other lists stay unchanged. Returns true if a list contains the row. */
function writeRow(listKey: QueryKey, row: Row): boolean {
  let shown = false
  queryClient.setQueriesData<Page<Row>>({ queryKey: listKey }, (page) => {
    if (!page?.data.some((old) => old.id === row.id)) return undefined
    shown = true
    return { ...page, data: page.data.map((old) => (old.id === row.id ? row : old)) }
  })
  return shown
}

function write({ list, one, mayBeNew }: LiveTopic, row: Row): void {
  if (one) queryClient.setQueryData<Row>(keyOf(one, { params: { id: row.id } }), (shown) => (shown ? row : undefined))
  if (list && !writeRow(keyOf(list), row) && mayBeNew) refreshSoon(keyOf(list))
}

const waiting = new Map<string, number>()
const soonMs = 1000

/**
 * Refreshes a query after an event that contains only a part of its data. The query runs at most once a second, and always after
 * the last event.
 */
function refreshSoon(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey)
  if (waiting.has(name)) return
  const timer = window.setTimeout(() => {
    waiting.delete(name)
    void queryClient.invalidateQueries({ queryKey })
  }, soonMs)
  waiting.set(name, timer)
}

/** Applies an event to the cached data: it replaces the row of the event, and refreshes the queries whose data the event makes stale. */
export function applyToCaches(event: SocketEvent): void {
  const topic = topicOf.get(event.event)
  if (!topic) return
  const row = topic.row?.(event)
  if (row) write(topic, row)
  for (const { endpoint, params } of topic.stale?.(event) ?? []) refreshSoon(keyOf(endpoint, { params }))
}

/**
 * Refreshes all queries after a gap in the connection, except those with `staleTime: 'static'`. `onProgress` learns how many of the shown
 * ones are not loaded yet. Resolves when each of them has succeeded or failed.
 */
export async function refreshAll(onProgress: (left: number, of: number) => void = () => undefined): Promise<void> {
  const refreshed = queryClient.invalidateQueries()
  const queries = queryClient.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' })
  liveNotes.reloaded = { atMs: Date.now(), queries }
  const report = (): void => onProgress(queries.filter(({ state }) => state.fetchStatus === 'fetching').length, queries.length)
  report()
  const stop = queryClient.getQueryCache().subscribe(({ type }) => type === 'updated' && report())
  await refreshed.finally(stop)
}
