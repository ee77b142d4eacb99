import type { Campaign, CampaignState } from '@simdeck/contract/ota.ts'
import { expect, test } from 'vitest'
import {
  countedStatuses,
  countsByStatus,
  failedSims,
  finishedSims,
  firstUnreleased,
  isOpenStatus,
  outcomeOfCampaign,
  outcomeTone,
  settledSims,
  unreleasedSims,
} from './campaign-counts.ts'

const none = { Ready: 0, Started: 0, Interrupted: 0, Failed: 0, Succeeded: 0, Blocked: 0, NotFound: 0 }
const campaign = (state: CampaignState, counts: Partial<Campaign['counts']>, cancelled = 0) => ({
  state,
  paused: null,
  counts: { ...none, ...counts },
  cancelled,
  total: 20,
})

test('a cancelled SIM is not a failure, and the parts add up to all SIMs', () => {
  const stopped = campaign('stopped', { Succeeded: 5, Failed: 14, Blocked: 1 }, 12)
  expect(countsByStatus(stopped)).toMatchObject({ Failed: 2, Cancelled: 12, Succeeded: 5 })
  expect(failedSims(stopped)).toBe(3)
  expect(finishedSims(stopped)).toBe(8)
  expect(settledSims(stopped)).toBe(20)
  expect(Object.values(countsByStatus(stopped)).reduce((sum, count) => sum + count)).toBe(20)
})

test('the colour of an outcome depends on the successes: all, some, none, stopped', () => {
  const toneOf = (...of: Parameters<typeof campaign>) => outcomeTone[outcomeOfCampaign(campaign(...of))]
  expect(toneOf('completed', { Succeeded: 20 })).toBe('succeeded')
  expect(toneOf('completedWithFailures', { Succeeded: 19, Failed: 1 })).toBe('interrupted')
  expect(toneOf('completedWithFailures', { Failed: 20 })).toBe('failed')
  expect(toneOf('completedWithFailures', { Failed: 19, Blocked: 1 })).toBe('failed')
  expect(toneOf('completed', { Succeeded: 1, NotFound: 19 })).toBe('notfound')
  expect(outcomeOfCampaign({ ...campaign('completedWithFailures', {}), total: 0 })).toBe('unneeded')
  expect(toneOf('stopped', { Failed: 20 }, 20)).toBe('notfound')
  expect(toneOf('stopping', { Failed: 5, Ready: 15 }, 5)).toBe('interrupted')
})

test('after a stop, SIMs of later waves are no longer shown as not released, but as Ready ones that are being cancelled', () => {
  const waves = [
    { wave: 1, sims: 2, releasedAt: '2026-11-20T00:00:00.000Z', counts: { ...none, Succeeded: 2 }, cancelled: 0 },
    { wave: 2, sims: 18, releasedAt: null, counts: { ...none, Ready: 18 }, cancelled: 0 },
  ]
  expect(unreleasedSims({ waves, stopRequested: null })).toBe(18)
  expect(firstUnreleased({ waves, stopRequested: null })).toBe(2)
  expect(unreleasedSims({ waves, stopRequested: { by: '運用 太郎', at: '2026-11-20T01:00:00.000Z' } })).toBe(0)
  expect(firstUnreleased({ waves, stopRequested: { by: '運用 太郎', at: '2026-11-20T01:00:00.000Z' } })).toBeNull()
  expect(firstUnreleased({ waves: [], stopRequested: null })).toBeNull()
})

test('SIMs that wait or are under way, and no others, are left out of the shares of the ended ones', () => {
  expect(countedStatuses.filter((status) => !isOpenStatus(status))).toEqual(['Succeeded', 'Failed', 'Cancelled', 'Blocked', 'NotFound'])
})
