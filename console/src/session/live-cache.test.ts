import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyToCaches } from './live-cache.ts'
import { queryClient } from './query-client.ts'

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

test('an updated SIM changes its own row, keeps its place, and leaves other lists as they are', () => {
  const other = page(sim(3, 'c'))
  queryClient.setQueryData(['sims', { take: 20 }], page(sim(1, 'a'), sim(2, 'b')))
  queryClient.setQueryData(['sims', { take: 5 }], other)
  applyToCaches({ event: 'SIM_UPDATED', sim: sim(1, 'new') })
  expect(queryClient.getQueryData(['sims', { take: 20 }])).toEqual(page(sim(1, 'new'), sim(2, 'b')))
  expect(queryClient.getQueryData(['sims', { take: 5 }])).toBe(other)
})

test('a SIM that nobody looks at is not kept', () => {
  applyToCaches({ event: 'SIM_UPDATED', sim: sim(9, 'x') })
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('a storm of OTA events asks for each figure at most once a second', async () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const otaLog = { id: 1, campaign_id: 7 } as OtaLog
  for (let n = 0; n < 50; n++) applyToCaches({ event: 'OTA_LOG', otaLog, simId: 4, loadFile: null, managedPackageLabel: null })
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  const keys = asked.mock.calls.map(([filter]) => JSON.stringify(filter?.queryKey))
  expect(keys).toContain('["campaign",7]')
  expect(new Set(keys).size).toBe(keys.length)
})

test('a task shows how far it is wherever it is shown, and what it changed is asked for again when it has ended', async () => {
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const task = (done: number, finishedAt: string | null) => ({ id: 8, done, finishedAt, import: { undoTaskId: 7 } }) as Task
  queryClient.setQueryData(['task', 8], task(0, null))
  queryClient.setQueryData(['tasks', { take: 20 }], { data: [task(0, null)], pageIndex: 0, totalPages: 1, totalItems: 1 })
  applyToCaches({ event: 'TASK_UPDATED', task: task(5, null) })
  expect(queryClient.getQueryData(['task', 8])).toEqual(task(5, null))
  expect(queryClient.getQueryData(['tasks', { take: 20 }])).toMatchObject({ data: [task(5, null)] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['task-results', 8]])
  asked.mockClear()
  applyToCaches({ event: 'TASK_UPDATED', task: task(9, '2026-11-21T00:00:00Z') })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['task-results', 8], ['sims'], ['sim'], ['groups'], ['task', 7]])
})
