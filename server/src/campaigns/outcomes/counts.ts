import { type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { countStatuses } from './queries.ts'

/** Number of SIMs of a campaign by the status of the requested OTA, and the number of cancelled SIMs among the Failed. */
export type Tally = { counts: Record<OtaStatus, number>; cancelled: number }

/** Figures of each campaign, with a count for every status. */
export async function countsOf(db: Db, campaignIds: readonly number[]): Promise<Map<number, Tally>> {
  const none = Object.fromEntries(otaStatuses.map((status) => [status, 0])) as Tally['counts']
  const tallies = new Map(campaignIds.map((id) => [id, { counts: { ...none }, cancelled: 0 }]))
  for (const { campaign_id: id, status, sims, cancelled } of await countStatuses(db, campaignIds)) {
    const tally = tallies.get(id)
    if (!tally) continue
    tally.counts[status] = sims
    tally.cancelled += cancelled
  }
  return tallies
}
