import type { CampaignResults } from '@simdeck/contract/campaign-report.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { countResultsSince, type ResultSpan, selectResultSpan, selectResultSteps } from './results-queries.ts'

const minuteMs = 60_000
/** Lengths of steps in minutes; each stored step fits into every longer one. */
const stepLengths = [1, 2, 5, 10, 30, 60, 180, 360, 1440, 10_080] as const
const mostSteps = 96
/** The rate is that of the last ten minutes, and unknown before a campaign has run for two. */
const rateMinutes = 10
const leastRateMinutes = 2

/** The shortest step that holds the whole campaign in `mostSteps` steps and is not shorter than its stored steps. */
export function stepOf({ first_at: first, last_at: last, minutes }: Pick<ResultSpan, 'first_at' | 'last_at' | 'minutes'>): number {
  const lasting = first && last ? (last.getTime() - first.getTime()) / minuteMs : 0
  return stepLengths.find((length) => length >= (minutes ?? 1) && lasting / length < mostSteps) ?? stepLengths.at(-1)!
}

/** Results over time and the present rate, from stored figures. Throws `ApiError('campaignNotFound')`. */
export async function campaignResults(db: Db, campaignId: number, now: Date): Promise<CampaignResults> {
  const span = await selectResultSpan(db, campaignId)
  if (!span) throw new ApiError('campaignNotFound')
  const stepMinutes = stepOf(span)
  const [steps, rate] = await Promise.all([selectResultSteps(db, campaignId, stepMinutes), rateOf(db, campaignId, span, now)])
  return { stepMinutes, points: steps.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })), rate }
}

async function rateOf(db: Db, campaignId: number, { state, begun_at: begun }: ResultSpan, now: Date): Promise<CampaignResults['rate']> {
  if (state !== 'running') return null
  // Results are stored by the minute in which they ended.
  const since = Math.max(Math.floor(begun.getTime() / minuteMs), Math.floor(now.getTime() / minuteMs) - rateMinutes) * minuteMs
  const minutes = (now.getTime() - Math.max(since, begun.getTime())) / minuteMs
  if (minutes < leastRateMinutes) return null
  const sims = await countResultsSince(db, campaignId, new Date(since))
  return sims > 0 ? { sims, minutes: Math.round(minutes * 10) / 10 } : null
}
