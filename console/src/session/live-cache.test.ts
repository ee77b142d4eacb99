import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
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
