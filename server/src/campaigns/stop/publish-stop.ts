import type { Db } from '../../platform/db/database.ts'
import { changeOfMany } from '../../platform/events/change-of-many.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { publishDueOtas } from '../due-sims.ts'
import type { Written } from './cancel-ready.ts'

/**
 * Ends a campaign whose last OTAs were cancelled, and publishes what was cancelled. The SIMs that are still in the middle of an OTA are due
 * again, in case the campaign was paused.
 */
export async function publishStop(db: Db, publish: Publish, campaignId: number, { simIds, jobIds }: Written): Promise<void> {
  publish(changeOfMany({ sims: simIds, jobs: jobIds }))
  await publishDueOtas(db, publish, campaignId)
  await closeFinishedCampaigns(db, [campaignId])
  publish({ campaigns: [campaignId] })
}
