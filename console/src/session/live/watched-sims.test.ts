import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellWatched, watch, watchCampaigns } from './watched-sims.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the shown SIMs are sent at once and once per change of the screen, without duplicates and at most 1000', async () => {
  const told: number[][] = []
  watch('list', [1, 2])
  tellWatched(({ watch: { sims } }) => void told.push(sims))
  expect(told).toEqual([[1, 2]])
  watch('list', [])
  watch('page', [2, 3])
  watch('dialog', [3])
  await vi.runAllTimersAsync()
  expect(told.slice(1)).toEqual([[2, 3]])
  watch('page', [])
  watch('dialog', [])
  await vi.runAllTimersAsync()
  expect(told.slice(2)).toEqual([[]])
  watch(
    'page',
    Array.from({ length: 1500 }, (_, id) => id + 1),
  )
  await vi.runAllTimersAsync()
  expect(told[3]).toHaveLength(1000)
  tellWatched(null)
  watch('page', [])
  await vi.runAllTimersAsync()
  expect(told).toHaveLength(4)
})

test('the campaigns whose figures are shown are sent: some, then all while one part shows all, then none', async () => {
  const told: unknown[] = []
  watchCampaigns('page', [7])
  tellWatched(({ watch: { campaigns } }) => void told.push(campaigns))
  watchCampaigns('list', 'all')
  await vi.runAllTimersAsync()
  watchCampaigns('list', [])
  await vi.runAllTimersAsync()
  watchCampaigns('page', [])
  await vi.runAllTimersAsync()
  expect(told).toEqual([[7], 'all', [7], []])
  tellWatched(null)
})
