import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../api/query.ts'
import { applyToCaches } from './live-cache.ts'
import { queryClient } from '../api/query-client.ts'

const sim = (id: number, alias: string) => ({ id, device_alias: alias }) as Sim
const page = (...data: Sim[]) => ({ data, pageIndex: 0, totalPages: 1, totalItems: data.length })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an updated SIM replaces its row in place, and other lists stay unchanged', () => {
  const other = page(sim(3, 'c'))
  queryClient.setQueryData(keyOf(endpoints.listSims, { query: { take: 20 } }), page(sim(1, 'a'), sim(2, 'b')))
  queryClient.setQueryData(keyOf(endpoints.listSims, { query: { take: 5 } }), other)
  applyToCaches({ event: 'SIM_UPDATED', sim: sim(1, 'new') })
  expect(queryClient.getQueryData(keyOf(endpoints.listSims, { query: { take: 20 } }))).toEqual(page(sim(1, 'new'), sim(2, 'b')))
  expect(queryClient.getQueryData(keyOf(endpoints.listSims, { query: { take: 5 } }))).toBe(other)
})

test('an answer that was asked for before an event does not undo it, and the list is loaded once more', async () => {
  const queryKey = keyOf(endpoints.listSims, { query: { take: 20 } })
  const answers = [page(sim(1, 'old'), sim(2, 'b')), page(sim(1, 'old'), sim(2, 'b')), page(sim(1, 'newest'), sim(2, 'b'))]
  const asked: (() => void)[] = []
  const load = () => new Promise<ReturnType<typeof page>>((resolve) => asked.push(() => resolve(answers[asked.length - 1]!)))
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: load })
  const shown: unknown[] = []
  const stop = observer.subscribe(notifyManager.batchCalls(() => shown.push(observer.getCurrentResult().data?.data[0]?.device_alias)))
  asked[0]!()
  await vi.advanceTimersByTimeAsync(10)
  void queryClient.invalidateQueries({ queryKey })
  applyToCaches({ event: 'SIM_UPDATED', sim: sim(1, 'new') })
  asked[1]!()
  await vi.advanceTimersByTimeAsync(10)
  expect(shown.at(-1)).toBe('new')
  await vi.advanceTimersByTimeAsync(1000)
  asked[2]!()
  await vi.advanceTimersByTimeAsync(10)
  expect(shown.filter((alias, index) => alias !== undefined && alias !== shown[index - 1])).toEqual(['old', 'new', 'newest'])
  expect(asked).toHaveLength(3)
  stop()
})

test('an event for a SIM that no screen shows is not cached', () => {
  applyToCaches({ event: 'SIM_UPDATED', sim: sim(9, 'x') })
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('many OTA events refresh each query at most once a second', async () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const otaLog = { id: 1 } as OtaLog
  for (let n = 0; n < 50; n++) applyToCaches({ event: 'OTA_LOG', otaLog, simId: 4, loadFile: null, managedPackageLabel: null })
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  const keys = asked.mock.calls.map(([filter]) => JSON.stringify(filter?.queryKey))
  expect(keys).toContain(JSON.stringify(keyOf(endpoints.listSimSessions, { params: { id: 4 } })))
  expect(new Set(keys).size).toBe(keys.length)
})

test('a campaign event updates its figures, and refreshes the lists if none of them shows the campaign', async () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const campaign = (id: number, state: string) => ({ id, state }) as Campaign
  queryClient.setQueryData(keyOf(endpoints.getCampaign, { params: { id: 7 } }), campaign(7, 'running'))
  queryClient.setQueryData(keyOf(endpoints.listCampaigns, { query: { take: 20 } }), {
    data: [campaign(7, 'running')],
    pageIndex: 0,
    totalPages: 1,
    totalItems: 1,
  })
  applyToCaches({ event: 'CAMPAIGN_UPDATED', campaign: campaign(7, 'paused') })
  expect(queryClient.getQueryData(keyOf(endpoints.getCampaign, { params: { id: 7 } }))).toEqual(campaign(7, 'paused'))
  expect(queryClient.getQueryData(keyOf(endpoints.listCampaigns, { query: { take: 20 } }))).toMatchObject({ data: [campaign(7, 'paused')] })
  applyToCaches({ event: 'CAMPAIGN_UPDATED', campaign: campaign(8, 'running') })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([keyOf(endpoints.listCampaigns)])
})

test('a task event updates its progress on every screen, and the end of the task refreshes the data that it changed', async () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const task = (done: number, finishedAt: string | null) => ({ id: 8, done, finishedAt, import: { undoTaskId: 7 } }) as Task
  queryClient.setQueryData(keyOf(endpoints.getTask, { params: { id: 8 } }), task(0, null))
  queryClient.setQueryData(keyOf(endpoints.listTasks, { query: { take: 20 } }), {
    data: [task(0, null)],
    pageIndex: 0,
    totalPages: 1,
    totalItems: 1,
  })
  applyToCaches({ event: 'TASK_UPDATED', task: task(5, null) })
  expect(queryClient.getQueryData(keyOf(endpoints.getTask, { params: { id: 8 } }))).toEqual(task(5, null))
  expect(queryClient.getQueryData(keyOf(endpoints.listTasks, { query: { take: 20 } }))).toMatchObject({ data: [task(5, null)] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([keyOf(endpoints.listTaskResults, { params: { id: 8 } })])
  asked.mockClear()
  applyToCaches({ event: 'TASK_UPDATED', task: task(9, '2026-11-21T00:00:00Z') })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    keyOf(endpoints.listTaskResults, { params: { id: 8 } }),
    keyOf(endpoints.listSims),
    keyOf(endpoints.getSim),
    keyOf(endpoints.listUnknownNumbers),
    keyOf(endpoints.countSimValues),
    keyOf(endpoints.countLastPolls),
    keyOf(endpoints.countSimTags),
    keyOf(endpoints.listGroups),
    keyOf(endpoints.getGroupTotals),
    keyOf(endpoints.getGroup),
    keyOf(endpoints.listSimStatusChanges),
    keyOf(endpoints.getSimSignal),
    keyOf(endpoints.listSimImeiChanges),
    keyOf(endpoints.getSimSms),
    keyOf(endpoints.getSimScp81),
    keyOf(endpoints.getTask, { params: { id: 7 } }),
  ])
})

test('changes of differences refresh the fleet view and the differences of SIMs, at most once a second', async () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  for (let n = 0; n < 50; n++) applyToCaches({ event: 'DRIFT_CHANGED' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    keyOf(endpoints.listDifferingSims),
    keyOf(endpoints.getDriftFigures),
    keyOf(endpoints.getDriftRemedies),
    keyOf(endpoints.getDriftExtras),
    keyOf(endpoints.getSimDrift),
  ])
})
