import { type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../db/database.ts'
import { countStatuses } from './queries.ts'

export type Counts = Record<OtaStatus, number>

/** SIMs of each campaign by the status of what was asked for; every status is there. */
export async function countsOf(db: Db, campaignIds: readonly number[]): Promise<Map<number, Counts>> {
  const none = Object.fromEntries(otaStatuses.map((status) => [status, 0])) as Counts
  const counts = new Map(campaignIds.map((id) => [id, { ...none }]))
  for (const { campaign_id: id, status, sims } of await countStatuses(db, campaignIds)) {
    const one = counts.get(id)
    if (one) one[status] = sims
  }
  return counts
}
