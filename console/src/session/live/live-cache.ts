import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

/** Replaces the row in every list that shows it; other lists stay unchanged. Returns true if a list showed it. */
function writeRow<Row extends { id: number }>(list: string, row: Row): boolean {
  let shown = false
  queryClient.setQueriesData<Page<Row>>({ queryKey: [list] }, (page) => {
    if (!page?.data.some((old) => old.id === row.id)) return undefined
    shown = true
    return { ...page, data: page.data.map((old) => (old.id === row.id ? row : old)) }
  })
  return shown
}

const waiting = new Map<string, number>()
const soonMs = 1000

/** Refreshes a query of which an event tells only a part: at most once a second, and always after the last event. */
function refreshSoon(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey)
  if (waiting.has(name)) return
  const timer = window.setTimeout(() => {
    waiting.delete(name)
    void queryClient.invalidateQueries({ queryKey })
  }, soonMs)
  waiting.set(name, timer)
}

/** Applies an event to the cached data: replaces the row, and refreshes figures that depend on it. */
export function applyToCaches(event: SocketEvent): void {
  if (event.event === 'SIM_UPDATED') {
    writeRow<Sim>('sims', event.sim)
    queryClient.setQueryData<Sim>(['sim', event.sim.id], (shown) => (shown ? event.sim : undefined))
  } else if (event.event === 'OTA_LOG') {
    if (!writeRow<OtaLog>('ota-logs', event.otaLog)) refreshSoon(['ota-logs'])
    refreshSoon(['sim-sessions', event.simId])
    refreshSoon(['package-aids'])
    refreshSoon(['packages'])
  } else if (event.event === 'CAMPAIGN_UPDATED') {
    writeCampaign(event.campaign)
  } else if (event.event === 'TASK_UPDATED') {
    writeTask(event.task)
  }
}

/** Replaces a campaign; a campaign that no list shows may be new, so the lists are refreshed. */
function writeCampaign(campaign: Campaign): void {
  queryClient.setQueryData<Campaign>(['campaign', campaign.id], (shown) => (shown ? campaign : undefined))
  if (!writeRow<Campaign>('campaigns', campaign)) refreshSoon(['campaigns'])
}

/** Replaces a task and refreshes its results; the end of a task also refreshes the data that it changed. */
function writeTask(task: Task): void {
  if (!writeRow<Task>('tasks', task)) refreshSoon(['tasks'])
  queryClient.setQueryData<Task>(['task', task.id], (shown) => (shown ? task : undefined))
  refreshSoon(['task-results', task.id])
  if (task.finishedAt === null) return
  for (const key of ['sims', 'sim', 'unknown-numbers', 'groups']) refreshSoon([key])
  const other = task.import?.undoTaskId
  if (other) refreshSoon(['task', other])
}

/**
 * Refreshes all queries after a gap in the connection, except those with `staleTime: 'static'`. Resolves when all of them have
 * succeeded or failed.
 */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries()
}
