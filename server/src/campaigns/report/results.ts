import type { CampaignResults } from '@simdeck/contract/campaign-report.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { ratesOf } from '../rates.ts'
import { type ResultSpan, selectResultSpan, selectResultSteps } from './results-queries.ts'

const minuteMs = 60_000
/** Lengths of steps in minutes; each stored step fits into every longer one. */
const stepLengths = [1, 2, 5, 10, 30, 60, 180, 360, 1440, 10_080] as const
const maxSteps = 96

/** The shortest step that holds the whole campaign in `maxSteps` steps and is not shorter than its stored steps. */
export function stepOf({ first_at: first, last_at: last, minutes }: Pick<ResultSpan, 'first_at' | 'last_at' | 'minutes'>): number {
  const lasting = first && last ? (last.getTime() - first.getTime()) / minuteMs : 0
  return stepLengths.find((length) => length >= (minutes ?? 1) && lasting / length < maxSteps) ?? stepLengths.at(-1)!
}

/** Results over time and the present rate, from stored figures. Throws `ApiError('campaignNotFound')`. */
export async function campaignResults(db: Db, campaignId: number, now: Date): Promise<CampaignResults> {
  const span = await selectResultSpan(db, campaignId)
  if (!span) throw new ApiError('campaignNotFound')
  const stepMinutes = stepOf(span)
  const [steps, rates] = await Promise.all([selectResultSteps(db, campaignId, stepMinutes), ratesOf(db, [campaignId], now)])
  return { stepMinutes, points: steps.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })), rate: rates.get(campaignId) ?? null }
}
