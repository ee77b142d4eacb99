import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { GroupCampaign, listGroupCampaigns } from '@simdeck/contract/group-campaigns.ts'
import { type Page, sortOf } from '@simdeck/contract/list.ts'
import { groupById } from '../groups/groups.ts'
import type { Db } from '../platform/db/database.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { withCounts } from './campaigns.ts'
import { countCampaignsOfGroup, selectCampaignsOfGroup } from './group-campaigns-queries.ts'

/** A page of the campaigns with SIMs that were in a group when they began. Throws `ApiError('groupNotFound')`. */
export async function campaignsOfGroup(db: Db, groupId: number, query: QueryOf<typeof listGroupCampaigns>): Promise<Page<GroupCampaign>> {
  await groupById(db, groupId)
  const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
  const [total, rows] = await Promise.all([
    countCampaignsOfGroup(db, groupId),
    selectCampaignsOfGroup(db, groupId, { order, ...windowOf(query) }),
  ])
  const simsOf = new Map(rows.map(({ id, sims }) => [id, sims]))
  const campaigns = await withCounts(db, rows)
  return pageOf(
    campaigns.map((campaign) => ({ ...campaign, simsOfGroup: simsOf.get(campaign.id) ?? 0 })),
    query,
    total,
  )
}
