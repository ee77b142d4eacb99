import type { Db } from '../platform/db/database.ts'

/** Lets a campaign wake its SIMs. */
export async function insertWakes(trx: Db, campaignId: number): Promise<void> {
  await trx.insertInto('campaign_wakes').values({ campaign_id: campaignId }).execute()
}
