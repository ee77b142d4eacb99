import { type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { countStatuses } from './queries.ts'

/** SIMs of a campaign by the status of what was asked for, and how many of the Failed ones were cancelled. */
export type Tally = { counts: Record<OtaStatus, number>; cancelled: number }

/** The figures of each campaign; every status is there. */
export async function countsOf(db: Db, campaignIds: readonly number[]): Promise<Map<number, Tally>> {
  const none = Object.fromEntries(otaStatuses.map((status) => [status, 0])) as Tally['counts']
  const tallies = new Map(campaignIds.map((id) => [id, { counts: { ...none }, cancelled: 0 }]))
  for (const { campaign_id: id, status, sims, cancelled } of await countStatuses(db, campaignIds)) {
    const one = tallies.get(id)
    if (!one) continue
    one.counts[status] = sims
    one.cancelled += cancelled
  }
  return tallies
}
