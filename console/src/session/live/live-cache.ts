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

type Answer = Page<Row> | Row

/** The answer of a list or of one row with the row in it; null if the answer does not contain it. */
function withRow(answer: Answer, row: Row): Answer | null {
  if (!('data' in answer)) return answer.id === row.id ? row : null
  if (!answer.data.some((old) => old.id === row.id)) return null
  return { ...answer, data: answer.data.map((old) => (old.id === row.id ? row : old)) }
}

/** Rows of events that arrived while a query was loading, by query and row. The answer may be older than they are. */
const arrived = new Map<string, Map<number, Row>>()

/** Replaces the row in the cached answers that contain it. Others stay unchanged. Returns true if one contains the row. */
function writeRow(queryKey: QueryKey, row: Row): boolean {
  let shown = false
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    if (query.state.fetchStatus === 'fetching') {
      const rows = arrived.get(query.queryHash) ?? new Map<number, Row>()
      arrived.set(query.queryHash, rows.set(row.id, row))
    }
    const before = query.state.data as Answer | undefined
    const answer = before && withRow(before, row)
    if (!answer) continue
    shown = true
    queryClient.setQueryData(query.queryKey, answer)
  }
  return shown
}

/** Puts the rows of events into the answer of a query that was loading when they arrived, and loads it once more. */
queryClient.getQueryCache().subscribe((event) => {
  const { query } = event
  const rows = arrived.get(query.queryHash)
  const isOver = event.type === 'removed' || (event.type === 'updated' && query.state.fetchStatus !== 'fetching')
  if (!rows || !isOver) return
  arrived.delete(query.queryHash)
  const loaded = query.state.data as Answer | undefined
  if (event.type !== 'updated' || event.action.type !== 'success' || !loaded) return
  const answer = [...rows.values()].reduce((page, row) => withRow(page, row) ?? page, loaded)
  if (JSON.stringify(answer) === JSON.stringify(loaded)) return
  queryClient.setQueryData(query.queryKey, answer)
  refreshSoon(query.queryKey)
})

function write({ list, one, mayBeNew }: LiveTopic, row: Row): void {
  if (one) writeRow(keyOf(one, { params: { id: row.id } }), row)
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
