import { rollout } from '@simdeck/contract/rollout.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { afterEach, expect, test } from 'vitest'
import { useZoneStore } from '../../../ui/words/zone.ts'
import { newRollout, rolloutDraftOf, rolloutOf, rolloutProblem, waveSizes } from './rollout-draft.ts'

const options = { seed: 7, timeZone: 'Asia/Tokyo' }
/** The rollout that a campaign gets when the wizard opens with the options of an earlier one and the user changes nothing. */
const again = (earlier: RolloutInput) => {
  const draft = rolloutDraftOf(rollout.parse(earlier))
  expect(rolloutProblem(draft, 0)).toBeNull()
  return rollout.parse(rolloutOf(draft, options) ?? {})
}

test.each<[string, RolloutInput]>([
  ['one SIM first', { waves: [{ sims: 1 }], next: 'manual', maxFailedPercent: null, retries: 0 }],
  [
    'waves in percent and in SIMs',
    {
      waves: [{ sims: 50 }, { percent: 25 }],
      order: 'id',
      firstGroup: 3,
      next: 'manual',
      endedPercent: 80.5,
      maxFailedPercent: 7.25,
      minResults: 5,
      pollsAgain: true,
    },
  ],
  ['all SIMs at once with a limit of failures', { maxFailedPercent: 5 }],
  [
    'hours of another zone and limits',
    {
      maxFailedPercent: null,
      window: { from: '22:00', to: '04:30', timeZone: 'Europe/Berlin' },
      maxAtOnce: 9,
      maxPerCell: 2,
      octetsPerSim: 9000,
    },
  ],
])('another campaign has the options of the earlier one: %s', (_, earlier) => {
  expect(again(earlier)).toEqual(rollout.parse({ ...earlier, seed: options.seed }))
})

test('the times of the earlier campaign are left out, and waves without a limit get one that no campaign exceeds', () => {
  const times = { startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-02T00:00:00Z' }
  const waves = [{ percent: 10 }]
  expect(again({ ...times, waves, maxFailedPercent: null })).toEqual(rollout.parse({ waves, maxFailedPercent: 100, seed: options.seed }))
})

afterEach(() => useZoneStore.setState({ zone: null }))

test('a scheduled campaign starts tomorrow at the earliest, and has a start and a later end', () => {
  useZoneStore.setState({ zone: 'Asia/Tokyo' })
  /** 2026-11-21 08:30 in Tokyo. */
  const nowMs = Date.parse('2026-11-20T23:30:00Z')
  const problem = (start: string, end: string) => rolloutProblem({ ...newRollout(5), scheduled: true, schedule: { start, end } }, nowMs)
  expect(problem('2026-11-21T23:59', '2026-11-22T12:00')).toBe('schedule')
  expect(problem('2026-11-22T00:00', '2026-11-22T12:00')).toBeNull()
  expect(problem('2026-11-22T12:00', '2026-11-22T12:00')).toBe('schedule')
  expect([problem('', ''), problem('2026-11-22T00:00', ''), problem('', '2026-11-22T00:00')]).toEqual(['schedule', 'schedule', 'schedule'])
})

test('waves are proposed for more than ten SIMs', () => {
  expect([1, 10, 11, 1_000_000].map((sims) => newRollout(sims).mode)).toEqual(['all', 'all', 'waves', 'waves'])
})

test('a campaign without a rollout is repeated without one', () => {
  expect(rolloutOf(rolloutDraftOf(null), options)).toBeUndefined()
})

test('a wave has a share of the SIMs or a number of SIMs, and the last one has the rest', () => {
  const draft = {
    ...newRollout(300),
    waves: [
      { size: '250', unit: 'sims' as const },
      { size: '10', unit: 'percent' as const },
    ],
  }
  expect(waveSizes(draft, 300)).toEqual([250, 30, 20])
  expect(waveSizes(draft, 100)).toEqual([100, 0, 0])
  expect(rolloutProblem({ ...draft, waves: [{ size: '0', unit: 'sims' }] }, 0)).toBe('waves')
  expect(rolloutProblem({ ...draft, waves: [{ size: '100', unit: 'percent' }] }, 0)).toBe('waves')
})
