import type { Campaign, CampaignWave } from '@simdeck/contract/ota.ts'
import { rollout } from '@simdeck/contract/rollout.ts'
import { expect, test } from 'vitest'
import { verdictOf } from './wave-verdict.ts'

const at = '2026-11-20T00:00:00.000Z'
const none = { Ready: 0, Started: 0, Interrupted: 0, Failed: 0, Succeeded: 0, Blocked: 0, NotFound: 0 }
const wave = (number: number, counts: Partial<CampaignWave['counts']>, more: Partial<CampaignWave> = {}): CampaignWave => ({
  wave: number,
  sims: Object.values(counts).reduce((sum, count) => sum + count, 0),
  releasedAt: at,
  counts: { ...none, ...counts },
  cancelled: 0,
  ...more,
})
const verdicts = (waves: CampaignWave[], more: Partial<Parameters<typeof verdictOf>[1]> = {}, maxFailedPercent: number | null = 2) => {
  const campaign = { rollout: rollout.parse({ maxFailedPercent }), waves, paused: null, finishedAt: null, stopRequested: null, ...more }
  return waves.map((one) => verdictOf(one, campaign)?.verdict)
}
const pausedIn = (number: number): Campaign['paused'] => ({ cause: 'failures', by: '', at, wave: number, failed: 3, ended: 50 })

test('a wave that is over held its limit or not, and one that still runs has no verdict', () => {
  const waiting = wave(3, { Ready: 500 }, { releasedAt: null })
  expect(verdicts([wave(1, { Succeeded: 98, Failed: 2 }), wave(2, { Succeeded: 10, Ready: 90 }), waiting])).toEqual([
    'held',
    undefined,
    undefined,
  ])
  expect(verdicts([wave(1, { Succeeded: 97, Failed: 3 }), wave(2, { Ready: 1 }), waiting])).toEqual(['wentOn', undefined, undefined])
  expect(verdicts([wave(1, { Succeeded: 47, Failed: 3, Ready: 50 }), waiting], { paused: pausedIn(1) })).toEqual(['exceeded', undefined])
  expect(verdicts([wave(1, { Succeeded: 50, Failed: 50 })])).toEqual(['exceeded'])
})

test('a wave without a limit, and one that was cut off, only tell the share that succeeded; cancelled SIMs are no failures', () => {
  expect(verdicts([wave(1, { Succeeded: 50, Failed: 50 }), wave(2, { Ready: 1 })], {}, null)).toEqual(['rated', undefined])
  const cut = wave(1, { Succeeded: 9, Failed: 91 }, { cancelled: 90 })
  expect(verdictOf(cut, { rollout: rollout.parse({}), waves: [cut], paused: null, finishedAt: at, stopRequested: null })).toEqual({
    verdict: 'rated',
    succeeded: 90,
  })
  expect(verdicts([wave(1, { Failed: 5 }, { cancelled: 5 })], { finishedAt: at })).toEqual([undefined])
})
