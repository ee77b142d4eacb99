import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { expect, test } from 'vitest'
import { paceOf, releasesIn, stepsOf, withAxis } from './steps.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const countsOf = (some: Partial<Record<OtaStatus, number>>) =>
  Object.fromEntries(otaStatuses.map((status) => [status, some[status] ?? 0])) as Record<OtaStatus, number>

test('steps without results count zero, and the share of failures begins anew with each wave', () => {
  const points = [
    { at: at(0), wave: 1, succeeded: 3, failed: 1, blocked: 0 },
    { at: at(20), wave: 1, succeeded: 4, failed: 0, blocked: 7 },
    { at: at(20), wave: 2, succeeded: 1, failed: 1, blocked: 0 },
  ]
  expect(stepsOf({ stepMinutes: 10, points })).toEqual([
    { at: 0, wave: 1, succeeded: 3, failed: 1, blocked: 0, failedPercent: 25 },
    { at: 600_000, wave: 1, succeeded: 0, failed: 0, blocked: 0, failedPercent: 25 },
    { at: 1_200_000, wave: 2, succeeded: 5, failed: 1, blocked: 7, failedPercent: 50 },
  ])
  expect(stepsOf({ stepMinutes: 10, points }, 45 * 60_000).map((step) => step.at / 60_000)).toEqual([0, 10, 20, 30, 40])
  expect(stepsOf({ stepMinutes: 10, points: [] }, 45 * 60_000)).toEqual([])
})

test('the chart of a single minute has an axis of time, with empty steps before it', () => {
  const [only] = stepsOf({ stepMinutes: 10, points: [{ at: at(60), wave: 2, succeeded: 3, failed: 1, blocked: 0 }] })
  const shown = withAxis([only!], 10)
  expect(shown.map((step) => step.at / 60_000)).toEqual([10, 20, 30, 40, 50, 60])
  expect(shown[0]).toEqual({ at: 600_000, wave: 2, succeeded: 0, failed: 0, blocked: 0, failedPercent: null })
  expect(shown.at(-1)).toBe(only)
  expect(withAxis([], 10)).toEqual([])
})

test('a wave is marked in the step of its release, and not before that step is shown', () => {
  const steps = withAxis(stepsOf({ stepMinutes: 1, points: [{ at: at(60), wave: 1, succeeded: 1, failed: 0, blocked: 0 }] }), 1)
  const wave = (number: number, releasedAt: string | null) => ({
    wave: number,
    sims: 1,
    releasedAt,
    counts: countsOf({}),
    cancelled: 0,
  })
  expect(releasesIn(steps, [wave(1, at(58)), wave(2, at(60.5)), wave(3, null)])).toEqual([{ wave: 2, at: 60 * 60_000 }])
  expect(releasesIn(steps, [wave(1, at(58)), wave(2, at(62))])).toEqual([])
})

test('the time left is that of the released waves, and unknown without results in the last minutes', () => {
  const wave = (number: number, releasedAt: string | null, counts: Record<OtaStatus, number>) => ({
    wave: number,
    sims: 10,
    releasedAt,
    counts,
    cancelled: 0,
  })
  const counts = countsOf({ Succeeded: 5, Ready: 95 })
  expect(paceOf({ state: 'running', waves: [], counts }, { sims: 10, minutes: 10 }, [])).toEqual({
    perHour: 60,
    sims: 95,
    retried: 0,
    unanswered: 0,
    leftMs: 95 * 60_000,
    wave: null,
    laterWaves: false,
  })
  const waves = [wave(1, at(0), countsOf({ Succeeded: 4, Started: 1, Ready: 5 })), wave(2, null, countsOf({ Ready: 90 }))]
  expect(paceOf({ state: 'running', waves, counts }, { sims: 4, minutes: 2 }, [])).toEqual({
    perHour: 120,
    sims: 6,
    retried: 0,
    unanswered: 0,
    leftMs: 3 * 60_000,
    wave: 1,
    laterWaves: true,
  })
  expect(paceOf({ state: 'running', waves, counts }, null, [])).toMatchObject({ perHour: null, leftMs: null, sims: 6 })
  expect(paceOf({ state: 'paused', waves, counts }, { sims: 4, minutes: 2 }, [])).toBeNull()
  expect(paceOf({ state: 'running', waves: [], counts: countsOf({ Succeeded: 5 }) }, { sims: 4, minutes: 2 }, [])).toBeNull()
})

test('the time left promises nothing for SIMs that wait for a retry or do not answer', () => {
  const rate = { sims: 900, minutes: 10 }
  const running = (counts: Partial<Record<OtaStatus, number>>) => ({ state: 'running' as const, waves: [], counts: countsOf(counts) })
  const waiting = [
    { reason: 'retry' as const, sims: 2 },
    { reason: 'neverPolled' as const, sims: 3 },
    { reason: 'silent' as const, sims: 1 },
    { reason: 'soon' as const, sims: 5 },
  ]
  expect(paceOf(running({ Succeeded: 900, Started: 4, Ready: 11 }), rate, waiting)).toMatchObject({
    sims: 9,
    retried: 2,
    unanswered: 4,
    leftMs: 6_000,
  })
  expect(paceOf(running({ Succeeded: 900, Ready: 6 }), rate, waiting)).toMatchObject({ sims: 0, retried: 2, unanswered: 4, leftMs: null })
  // The count of the reasons is older than the figures.
  expect(paceOf(running({ Succeeded: 900, Started: 1, Ready: 1 }), rate, waiting)).toMatchObject({ sims: 1, retried: 1, unanswered: 0 })
})
