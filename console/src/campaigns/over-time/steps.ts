import type { CampaignDiagnosis, CampaignResults, WaitingReason } from '@simdeck/contract/campaign-report.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'

/** A step of time: `at` is its beginning in milliseconds since 1970; `wave` the wave of which the last result is. */
export interface Step {
  at: number
  succeeded: number
  failed: number
  blocked: number
  wave: number
  /** The share of failures, in percent, among the succeeded and failed SIMs of the wave up to the end of the step, as for its limit. */
  failedPercent: number | null
}

const minuteMs = 60_000

/** The steps of a campaign from the first to the last one with results, or to `until`; steps without results count zero. */
export function stepsOf({ stepMinutes, points }: Pick<CampaignResults, 'stepMinutes' | 'points'>, until: number | null = null): Step[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const lengthMs = stepMinutes * minuteMs
  const begin = Date.parse(first.at)
  const end = Math.max(Date.parse(last.at), until === null ? 0 : begin + Math.floor((until - begin) / lengthMs) * lengthMs)
  const byStep = Map.groupBy(points, ({ at }) => Date.parse(at))
  const ofWave = new Map<number, { succeeded: number; failed: number }>()
  const steps: Step[] = []
  let wave = first.wave
  for (let at = begin; at <= end; at += lengthMs) {
    const found = byStep.get(at) ?? []
    for (const point of found) {
      const sum = ofWave.get(point.wave) ?? { succeeded: 0, failed: 0 }
      ofWave.set(point.wave, { succeeded: sum.succeeded + point.succeeded, failed: sum.failed + point.failed })
      wave = Math.max(wave, point.wave)
    }
    const sum = ofWave.get(wave)
    const judged = sum ? sum.succeeded + sum.failed : 0
    steps.push({
      at,
      wave,
      succeeded: found.reduce((all, { succeeded }) => all + succeeded, 0),
      failed: found.reduce((all, { failed }) => all + failed, 0),
      blocked: found.reduce((all, { blocked }) => all + blocked, 0),
      failedPercent: sum && judged > 0 ? (100 * sum.failed) / judged : null,
    })
  }
  return steps
}

/** The least number of steps over which a chart has a scale. */
const leastSteps = 6

/** The steps with empty ones before them, so that the chart of a short campaign has an axis of time. */
export function withAxis(steps: readonly Step[], stepMinutes: number): Step[] {
  const [first] = steps
  if (!first) return []
  const missing = Math.max(0, leastSteps - steps.length)
  const empty = Array.from({ length: missing }, (_, place): Step => {
    const at = first.at - (missing - place) * stepMinutes * minuteMs
    return { at, wave: first.wave, succeeded: 0, failed: 0, blocked: 0, failedPercent: null }
  })
  return [...empty, ...steps]
}

/** The step in which each wave after the first was released; a release before the first step or after the last one has none yet. */
export function releasesIn(steps: readonly Step[], waves: readonly Campaign['waves'][number][]): { wave: number; at: number }[] {
  const lengthMs = (steps[1]?.at ?? 0) - (steps[0]?.at ?? 0)
  return waves.flatMap(({ wave, releasedAt }) => {
    if (wave === 1 || releasedAt === null) return []
    const released = Date.parse(releasedAt)
    const step = steps.find(({ at }) => at <= released && released < at + lengthMs)
    return step ? [{ wave, at: step.at }] : []
  })
}

/** The reasons of waiting SIMs that do not end at the rate of the others, because no usable frame comes from them. */
const unansweredReasons: readonly WaitingReason[] = ['unanswered', 'refused', 'neverPolled', 'silent']

/**
 * The rate and the time left of a running campaign. `sims` are the SIMs of released waves that have not ended and end at the rate of the
 * others; `retried` wait for their next attempt, and `unanswered` are refused, silent or out of reach. `laterWaves` is true if waves follow. `leftMs` is
 * null if it cannot be computed from the rate of the last minutes.
 */
export interface Pace {
  perHour: number | null
  sims: number
  retried: number
  unanswered: number
  leftMs: number | null
  wave: number | null
  laterWaves: boolean
}

/** The pace of a campaign; null if it does not run or nothing of it is left. `waiting` are its Ready SIMs by the reason. */
export function paceOf(
  { state, waves, counts }: Pick<Campaign, 'state' | 'waves' | 'counts'>,
  rate: CampaignResults['rate'],
  waiting: CampaignDiagnosis['waiting'],
): Pace | null {
  if (state !== 'running') return null
  const released = waves.length > 0 ? waves.filter(({ releasedAt }) => releasedAt !== null) : [{ counts }]
  const sumOf = (statuses: readonly OtaStatus[]) =>
    released.reduce((sum, one) => sum + statuses.reduce((open, status) => open + one.counts[status], 0), 0)
  const open = sumOf(openOtaStatuses)
  if (open === 0) return null
  // The reasons are those of an earlier count, so that they may name SIMs that are no longer Ready.
  const ready = sumOf(['Ready'])
  const waitingFor = (isMeant: (reason: WaitingReason) => boolean) =>
    waiting.reduce((sum, { reason, sims }) => (isMeant(reason) ? sum + sims : sum), 0)
  const retried = Math.min(
    ready,
    waitingFor((reason) => reason === 'retry'),
  )
  const unanswered = Math.min(
    ready - retried,
    waitingFor((reason) => unansweredReasons.includes(reason)),
  )
  const sims = open - retried - unanswered
  const perHour = rate && rate.minutes > 0 ? (rate.sims / rate.minutes) * 60 : null
  return {
    perHour,
    sims,
    retried,
    unanswered,
    leftMs: perHour === null || sims === 0 ? null : (sims / perHour) * 60 * minuteMs,
    wave: waves.length > 1 ? released.length : null,
    laterWaves: waves.length > released.length,
  }
}
