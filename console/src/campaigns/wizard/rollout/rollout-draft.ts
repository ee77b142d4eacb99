import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { momentOfField, rangeFault } from '../../../ui/form/date-time-range.ts'
import type { DateTimeRange } from '../../../ui/form/date-time-range.ts'
import { areLimits, areUsual, budgetOf, limitsOf, newLimits } from '../../pace/limits-draft.ts'
import type { LimitsDraft } from '../../pace/limits-draft.ts'
import { isPercent } from '../../waves/percent.ts'

export const rolloutModes = ['one', 'waves', 'all'] as const
export type RolloutMode = (typeof rolloutModes)[number]

/** Input of the section on the start of a campaign. Numbers are texts as typed. */
export interface RolloutDraft {
  mode: RolloutMode
  /** Percent of each wave but the last one. */
  percents: readonly string[]
  maxFailed: string
  minResults: string
  ended: string
  pollsAgain: boolean
  scheduled: boolean
  schedule: DateTimeRange
  windowed: boolean
  from: string
  to: string
  limits: LimitsDraft
}

/** Number of SIMs above which waves are proposed. */
const manySims = 100

/** The proposed start of a campaign of that many SIMs. */
export const newRollout = (sims: number): RolloutDraft => ({
  mode: sims > manySims ? 'waves' : 'all',
  percents: ['5', '25'],
  maxFailed: '2',
  minResults: '200',
  ended: '95',
  pollsAgain: true,
  scheduled: false,
  schedule: { start: '', end: '' },
  windowed: false,
  from: '09:00',
  to: '19:00',
  limits: newLimits,
})

export type RolloutProblem = 'percents' | 'tooMuch' | 'maxFailed' | 'minResults' | 'ended' | 'schedule' | 'window' | 'limits'

const whole = (text: string, least: number, most: number): boolean =>
  /^\d{1,8}$/.test(text) && Number(text) >= least && Number(text) <= most

/** The first problem of the input; null if it has none. */
export function rolloutProblem(draft: RolloutDraft, nowMs: number): RolloutProblem | null {
  if (draft.mode === 'waves') {
    if (!draft.percents.every((percent) => whole(percent, 1, 99))) return 'percents'
    if (draft.percents.reduce((sum, percent) => sum + Number(percent), 0) >= 100) return 'tooMuch'
    if (!isPercent(draft.maxFailed)) return 'maxFailed'
    if (!whole(draft.minResults, 1, 1_000_000)) return 'minResults'
    if (!whole(draft.ended, 1, 100)) return 'ended'
  }
  const { schedule } = draft
  if (draft.scheduled && (schedule.start === '' || rangeFault(schedule, { fromTomorrow: true, nowMs }))) return 'schedule'
  if (draft.windowed && (draft.from === '' || draft.to === '' || draft.from === draft.to)) return 'window'
  return areLimits(draft.limits) ? null : 'limits'
}

/** Number of SIMs of each wave, as the server computes it. */
export function waveSizes({ mode, percents }: Pick<RolloutDraft, 'mode' | 'percents'>, sims: number): number[] {
  const shares = mode === 'one' ? [1] : mode === 'waves' ? percents.map((percent) => Math.ceil((sims * (Number(percent) || 0)) / 100)) : []
  let rest = sims
  const sizes = shares.map((share) => {
    const size = Math.min(rest, share)
    rest -= size
    return size
  })
  return [...sizes, rest]
}

/** The rollout of an input without problems; undefined if all SIMs start at once. `seed` is a random number. */
export function rolloutOf(draft: RolloutDraft, options: { seed: number; timeZone: string }): RolloutInput | undefined {
  const { mode, schedule, scheduled, windowed } = draft
  if (mode === 'all' && !scheduled && !windowed && areUsual(draft.limits)) return undefined
  return {
    seed: options.seed,
    ...limitsOf(draft.limits),
    octetsPerSim: budgetOf(draft.limits.octetsPerSim),
    ...(mode === 'one' ? { waves: [{ sims: 1 }], next: 'manual', maxFailedPercent: null } : {}),
    ...(mode === 'all' ? { maxFailedPercent: null } : {}),
    ...(mode === 'waves'
      ? {
          waves: draft.percents.map((percent) => ({ percent: Number(percent) })),
          maxFailedPercent: Number(draft.maxFailed),
          minResults: Number(draft.minResults),
          endedPercent: Number(draft.ended),
          pollsAgain: draft.pollsAgain,
        }
      : {}),
    ...(scheduled ? { startAt: momentOfField(schedule.start), endAt: momentOfField(schedule.end) } : {}),
    ...(windowed ? { window: { from: draft.from, to: draft.to, timeZone: options.timeZone } } : {}),
  }
}
