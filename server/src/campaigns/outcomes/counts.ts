import { type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { countStatuses } from './queries.ts'

/** Number of SIMs by the status of the requested OTA, and the number of cancelled SIMs among the Failed. */
export type Tally = { counts: Record<OtaStatus, number>; cancelled: number }

/** The figures of a campaign, in all and by wave. */
export type CampaignTally = Tally & { waves: ReadonlyMap<number, Tally> }

export function noResults(): Tally {
  return { counts: Object.fromEntries(otaStatuses.map((status) => [status, 0])) as Tally['counts'], cancelled: 0 }
}

/** Figures of each campaign, with a count for every status. */
export async function countsOf(db: Db, campaignIds: readonly number[]): Promise<Map<number, CampaignTally>> {
  const tallies = new Map(campaignIds.map((id) => [id, { ...noResults(), waves: new Map<number, Tally>() }]))
  for (const { campaign_id: id, wave, status, sims, cancelled } of await countStatuses(db, campaignIds)) {
    const campaign = tallies.get(id)
    if (!campaign) continue
    const ofWave = campaign.waves.get(wave) ?? noResults()
    campaign.waves.set(wave, ofWave)
    for (const tally of [campaign, ofWave]) {
      tally.counts[status] += sims
      tally.cancelled += cancelled
    }
  }
  return tallies
}
