import type { CallInput } from '@simdeck/contract/client.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import type { Page } from '@simdeck/contract/list.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { queryClient } from '../../session/api/query-client.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { withNewRows } from './tail.ts'
import type { Tail } from './tail.ts'

const pollMs = 2_000
const maxInPoll = 100

interface Following<Row> {
  startedMs: number
  filters: object
  lastId: number
  /** The tail that a paused display shows, and the time of the pause. */
  paused: { atMs: number; tail: Tail<Row> } | null
}

/**
 * Follows a log: asks every two seconds for rows after the newest known one. The filters of its start apply until its end. A paused
 * display keeps its rows, while the new ones are counted.
 */
export function useTail<Row extends { id: number }>(endpoint: Endpoint, filters: object) {
  const [following, setFollowing] = useState<Following<Row> | null>(null)
  const active = following !== null && JSON.stringify(following.filters) === JSON.stringify(filters) ? following : null
  const queryKey = gatheredKey(endpoint, 'tail', active?.filters, active?.startedMs)
  const empty: Tail<Row> = { rows: [], lastId: active?.lastId ?? 0, count: 0, leftOut: 0 }
  const { data: tail = empty, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Tail<Row>> => {
      const known = queryClient.getQueryData<Tail<Row>>(queryKey) ?? empty
      const query = { ...active?.filters, after: known.lastId, take: maxInPoll }
      const page = (await call(endpoint, { query, signal } as unknown as CallInput<Endpoint>)) as Page<Row>
      return withNewRows(known, page.data, page.totalItems)
    },
    enabled: active !== null,
    refetchInterval: pollMs,
    gcTime: 0,
  })
  return {
    /** Null while the log is not followed. */
    shown: active && {
      tail: active.paused?.tail ?? tail,
      waiting: active.paused ? tail.count - active.paused.tail.count : 0,
      pausedMs: active.paused?.atMs ?? null,
      startedMs: active.startedMs,
      failed: error !== null,
    },
    start: (lastId: number) => setFollowing({ startedMs: Date.now(), filters, lastId, paused: null }),
    pause: () => active && setFollowing({ ...active, paused: { atMs: Date.now(), tail } }),
    /** Shows the rows that came during the pause, and stays paused. */
    showNew: () => active && setFollowing({ ...active, paused: { atMs: Date.now(), tail } }),
    resume: () => active && setFollowing({ ...active, paused: null }),
    leave: () => setFollowing(null),
  }
}
export type TailOfLog = ReturnType<typeof useTail<{ id: number }>>
