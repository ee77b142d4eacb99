import type { Rollout, RolloutInput } from '@simdeck/contract/rollout.ts'
import { momentOfField, rangeFault } from '../../../ui/form/date-time-range.ts'
import type { DateTimeRange } from '../../../ui/form/date-time-range.ts'
import { areLimits, areUsual, limitsOf, limitsOfRollout, newLimits, octetsOf } from '../../pace/limits-draft.ts'
import type { LimitsDraft } from '../../pace/limits-draft.ts'
import { isPercent } from '../../waves/percent.ts'

export const rolloutModes = ['one', 'waves', 'all'] as const
export type RolloutMode = (typeof rolloutModes)[number]

/** Size of a wave as typed: a share of all SIMs in percent, or a number of SIMs. */
export interface WaveDraft {
  size: string
  unit: 'percent' | 'sims'
}

/** Input of the section on the start of a campaign. Numbers are texts as typed. */
export interface RolloutDraft {
  mode: RolloutMode
  /** All waves but the last one. */
  waves: readonly WaveDraft[]
  maxFailed: string
  minResults: string
  ended: string
  pollsAgain: boolean
  scheduled: boolean
  schedule: DateTimeRange
  windowed: boolean
  from: string
  to: string
  /** Time zone of the hours; null for the one of the user. */
  zone: string | null
  limits: LimitsDraft
  /** Options of an earlier campaign that have no field. */
  kept: Pick<RolloutInput, 'order' | 'firstGroup' | 'next'>
}

/** Number of SIMs above which waves are proposed. */
const manySims = 10

/** The proposed start of a campaign of that many SIMs. */
export const newRollout = (sims: number): RolloutDraft => ({
  mode: sims > manySims ? 'waves' : 'all',
  waves: ['5', '25'].map((size) => ({ size, unit: 'percent' })),
  maxFailed: '2',
  minResults: '200',
  ended: '95',
  pollsAgain: true,
  scheduled: false,
  schedule: { start: '', end: '' },
  windowed: false,
  from: '09:00',
  to: '19:00',
  zone: null,
  limits: newLimits,
  kept: {},
})

const isTrial = ({ waves, next, maxFailedPercent }: Rollout): boolean =>
  next === 'manual' && maxFailedPercent === null && JSON.stringify(waves) === '[{"sims":1}]'

/** The start of another campaign with the options of an earlier one. Its times are left out. */
export function rolloutDraftOf(earlier: Rollout | null): RolloutDraft {
  const draft: RolloutDraft = { ...newRollout(0), mode: 'all' }
  if (!earlier) return draft
  const { waves, maxFailedPercent, minResults, endedPercent, pollsAgain, window, order, firstGroup, next } = earlier
  const limited: RolloutDraft = {
    ...draft,
    ...(window ? { windowed: true, from: window.from, to: window.to, zone: window.timeZone } : {}),
    limits: limitsOfRollout(earlier),
  }
  if (isTrial(earlier)) return { ...limited, mode: 'one' }
  if (waves.length === 0 && maxFailedPercent === null) return limited
  return {
    ...limited,
    mode: 'waves',
    waves: waves.map((size) =>
      'percent' in size ? { size: String(size.percent), unit: 'percent' } : { size: String(size.sims), unit: 'sims' },
    ),
    maxFailed: String(maxFailedPercent ?? 100),
    minResults: String(minResults),
    ended: String(endedPercent),
    pollsAgain,
    kept: { order, firstGroup, next },
  }
}

export type RolloutProblem = 'waves' | 'tooMuch' | 'maxFailed' | 'minResults' | 'ended' | 'schedule' | 'window' | 'limits'

const whole = (text: string, least: number, most: number): boolean =>
  /^\d{1,8}$/.test(text) && Number(text) >= least && Number(text) <= most

const isShare = (text: string): boolean => isPercent(text) && Number(text) >= 1

/** The first problem of the input; null if it has none. */
export function rolloutProblem(draft: RolloutDraft, nowMs: number): RolloutProblem | null {
  if (draft.mode === 'waves') {
    if (!draft.waves.every(({ size, unit }) => whole(size, 1, unit === 'percent' ? 99 : 10_000_000))) return 'waves'
    const percent = draft.waves.reduce((sum, { size, unit }) => sum + (unit === 'percent' ? Number(size) : 0), 0)
    if (percent >= 100) return 'tooMuch'
    if (!isPercent(draft.maxFailed)) return 'maxFailed'
    if (!whole(draft.minResults, 1, 1_000_000)) return 'minResults'
    if (!isShare(draft.ended)) return 'ended'
  }
  const { schedule } = draft
  if (draft.scheduled && (schedule.start === '' || rangeFault(schedule, { fromTomorrow: true, nowMs }))) return 'schedule'
  if (draft.windowed && (draft.from === '' || draft.to === '' || draft.from === draft.to)) return 'window'
  return areLimits(draft.limits) ? null : 'limits'
}

/** Number of SIMs of each wave, as the server computes it. */
export function waveSizes({ mode, waves }: Pick<RolloutDraft, 'mode' | 'waves'>, sims: number): number[] {
  const share = ({ size, unit }: WaveDraft): number =>
    unit === 'percent' ? Math.ceil((sims * (Number(size) || 0)) / 100) : Math.trunc(Number(size) || 0)
  const shares = mode === 'one' ? [1] : mode === 'waves' ? waves.map(share) : []
  let rest = sims
  const sizes = shares.map((share) => {
    const size = Math.min(rest, share)
    rest -= size
    return size
  })
  return [...sizes, rest]
}

/** The rollout of a campaign by SMS, without the options that need sessions. */
export const forMessages = (draft: RolloutDraft): RolloutDraft => ({
  ...draft,
  pollsAgain: false,
  limits: { ...draft.limits, maxPerCell: '', octetsInAll: '' },
})

/** The rollout of an input without problems; undefined if all SIMs start at once. `seed` is a random number. */
export function rolloutOf(draft: RolloutDraft, options: { seed: number; timeZone: string }): RolloutInput | undefined {
  const { mode, schedule, scheduled, windowed } = draft
  if (mode === 'all' && !scheduled && !windowed && areUsual(draft.limits)) return undefined
  return {
    seed: options.seed,
    ...limitsOf(draft.limits),
    octetsPerSim: octetsOf('octetsPerSim', draft.limits.octetsPerSim),
    ...(mode === 'one' ? { waves: [{ sims: 1 }], next: 'manual', maxFailedPercent: null } : {}),
    ...(mode === 'all' ? { maxFailedPercent: null } : {}),
    ...(mode === 'waves'
      ? {
          ...draft.kept,
          waves: draft.waves.map(({ size, unit }) => (unit === 'percent' ? { percent: Number(size) } : { sims: Number(size) })),
          maxFailedPercent: Number(draft.maxFailed),
          minResults: Number(draft.minResults),
          endedPercent: Number(draft.ended),
          pollsAgain: draft.pollsAgain,
        }
      : {}),
    ...(scheduled ? { startAt: momentOfField(schedule.start), endAt: momentOfField(schedule.end) } : {}),
    ...(windowed ? { window: { from: draft.from, to: draft.to, timeZone: draft.zone ?? options.timeZone } } : {}),
  }
}
