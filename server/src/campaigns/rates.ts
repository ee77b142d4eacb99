import type { CampaignRate } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { selectRates } from './rate-queries.ts'

const minuteMs = 60_000
/** The rate is that of the last ten minutes, and unknown before a campaign has run for two. */
const rateMinutes = 10
const leastRateMinutes = 2

/** The present rates of those of the campaigns that run and have results, by id. */
export async function ratesOf(db: Db, campaignIds: readonly number[], now: Date): Promise<Map<number, CampaignRate>> {
  if (campaignIds.length === 0) return new Map()
  const from = new Date((Math.floor(now.getTime() / minuteMs) - rateMinutes) * minuteMs)
  const rows = await selectRates(db, campaignIds, from)
  return new Map(
    rows.flatMap(({ id, begun_at: begun, since, sims }): [number, CampaignRate][] => {
      const minutes = (now.getTime() - Math.max(since.getTime(), begun.getTime())) / minuteMs
      return minutes < leastRateMinutes || sims === 0 ? [] : [[id, { sims, minutes: Math.round(minutes * 10) / 10 }]]
    }),
  )
}
