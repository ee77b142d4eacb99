import { liveTopics } from '@simdeck/contract/live-topics.ts'
import { useEffect, useMemo } from 'react'
import { useLiveRows } from '../../ui/table/live-rows.ts'
import type { LiveRows } from '../../ui/table/live-rows.ts'
import { onSocketEvent } from './live.ts'
import { rowOf } from './live-cache.ts'
import { useWatchedSims } from './watched-sims.ts'

const noRows: readonly never[] = []

/** Watches the SIMs of the rows, and returns the rows to highlight because an event of the topic just changed them. */
export function useLiveTopic<Row>(
  name: keyof typeof liveTopics | null,
  rows: readonly Row[] = noRows,
  simOf?: (row: Row) => number,
): LiveRows {
  useWatchedSims(simOf ? rows.map(simOf) : noRows)
  const ids = useMemo(() => new Set(rows.map((row) => (row as { id?: number }).id)), [rows])
  const { live, mark } = useLiveRows()
  useEffect(() => {
    if (name === null) return undefined
    return onSocketEvent((event) => {
      const row = event.event === liveTopics[name].event ? rowOf(event) : null
      if (row && ids.has(row.id)) mark(String(row.id))
    })
  }, [name, ids, mark])
  return live
}
