import type { Db } from '../platform/db/database.ts'
import { maxRereadSims } from '../platform/events/change-of-many.ts'
import type { Publish } from '../platform/events/changes.ts'
import { simsWithOpenOtas } from './queries.ts'

/** Publishes the SIMs of a campaign whose OTAs became due, to every device port. */
export async function publishDueOtas(db: Db, publish: Publish, campaignId: number): Promise<void> {
  const simIds = await simsWithOpenOtas(db, campaignId, maxRereadSims + 1)
  publish({ rereadSims: simIds.length > maxRereadSims ? 'due' : simIds })
}
