import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setWatchSender, watch, watchCampaigns } from './watched-sims.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the shown SIMs are sent at once and once per change of the screen, without duplicates and at most 1000', async () => {
  const sent: number[][] = []
  watch('list', [1, 2])
  setWatchSender(({ watch: { sims } }) => void sent.push(sims))
  expect(sent).toEqual([[1, 2]])
  watch('list', [])
  watch('page', [2, 3])
  watch('dialog', [3])
  await vi.runAllTimersAsync()
  expect(sent.slice(1)).toEqual([[2, 3]])
  watch('page', [])
  watch('dialog', [])
  await vi.runAllTimersAsync()
  expect(sent.slice(2)).toEqual([[]])
  watch(
    'page',
    Array.from({ length: 1500 }, (_, id) => id + 1),
  )
  await vi.runAllTimersAsync()
  expect(sent[3]).toHaveLength(1000)
  setWatchSender(null)
  watch('page', [])
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(4)
})

test('the campaigns whose figures are shown are sent: some, then all while one part shows all, then none', async () => {
  const sent: unknown[] = []
  watchCampaigns('page', [7])
  setWatchSender(({ watch: { campaigns } }) => void sent.push(campaigns))
  watchCampaigns('list', 'all')
  await vi.runAllTimersAsync()
  watchCampaigns('list', [])
  await vi.runAllTimersAsync()
  watchCampaigns('page', [])
  await vi.runAllTimersAsync()
  expect(sent).toEqual([[7], 'all', [7], []])
  setWatchSender(null)
})
