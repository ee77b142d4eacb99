import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'

/** Ends a campaign whose last OTAs were cancelled. Call it after the commit. */
export async function endStopped(db: Db, publish: Publish, campaignId: number): Promise<void> {
  publish({ campaigns: await closeFinishedCampaigns(db, [campaignId]) })
}
