import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

/** Replaces the row in every list that shows it; lists that do not are left alone, whatever the traffic. Tells whether one did. */
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

/** Asks again for what an event only tells in part: at most once a second, and the last event always counts. */
function refreshSoon(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey)
  if (waiting.has(name)) return
  const timer = window.setTimeout(() => {
    waiting.delete(name)
    void queryClient.invalidateQueries({ queryKey })
  }, soonMs)
  waiting.set(name, timer)
}

/** Writes an event into what the screens show: the one row, and, for figures that follow from it, a refresh. */
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

/** Lists that do not show it may have to: it may be new. */
function writeCampaign(campaign: Campaign): void {
  queryClient.setQueryData<Campaign>(['campaign', campaign.id], (shown) => (shown ? campaign : undefined))
  if (!writeRow<Campaign>('campaigns', campaign)) refreshSoon(['campaigns'])
}

/** What a task changed is asked for again when it has ended; on the way its results are. */
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
 * After a gap in the connection: whatever is shown is asked for again, but for what was frozen on purpose (`staleTime: 'static'`).
 * Done when all of it has been answered, or has failed.
 */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries()
}
