import { liveTopics } from '@simdeck/contract/live-topics.ts'
import { useEffect, useMemo } from 'react'
import { useLiveRows } from '../../ui/table/live-rows.ts'
import type { LiveRows } from '../../ui/table/live-rows.ts'
import { onSocketEvent } from './live.ts'
import { rowOf } from './live-cache.ts'
import { useWatchedSims } from './watched-sims.ts'

const noRows: readonly never[] = []

/** Watches the SIMs of the rows. Returns the rows to highlight, because an event of the topic has just changed them. */
export function useLiveTopic<Row>(
  name: keyof typeof liveTopics | null,
  rows: readonly Row[] = noRows,
  simOf?: (row: Row) => number,
): LiveRows {
  useWatchedSims(simOf ? rows.map(simOf) : noRows)
  const shown = useMemo(() => new Map(rows.map((row) => [(row as { id?: number }).id, row])), [rows])
  const { live, mark } = useLiveRows()
  useEffect(() => {
    if (name === null) return undefined
    return onSocketEvent((event) => {
      const row = event.event === liveTopics[name].event ? rowOf(event) : null
      const before = row && shown.get(row.id)
      // The server sends the latest events again to a list that opens another page. An event that equals the row is not a change.
      if (before && JSON.stringify(before) !== JSON.stringify(row)) mark(String(row.id))
    })
  }, [name, shown, mark])
  return live
}
