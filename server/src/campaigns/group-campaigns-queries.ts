import type { Db } from '../platform/db/database.ts'
import { type CampaignRow, campaignsWithNames } from './queries.ts'

/** A page of the campaigns with SIMs of a group in the order of their start. */
export async function selectCampaignsOfGroup(
  db: Db,
  groupId: number,
  { order, take, skip }: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<(CampaignRow & { sims: number })[]> {
  return campaignsWithNames(db)
    .innerJoin('campaign_groups', 'campaign_groups.campaign_id', 'campaigns.id')
    .select('campaign_groups.sims')
    .where('campaign_groups.group_id', '=', groupId)
    .orderBy('campaign_groups.campaign_id', order)
    .limit(take)
    .offset(skip)
    .execute()
}

export async function countCampaignsOfGroup(db: Db, groupId: number): Promise<number> {
  const { total } = await db
    .selectFrom('campaign_groups')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return total
}
