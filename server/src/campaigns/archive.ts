import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Audit } from '../platform/http/handler.ts'
import { lockCampaigns, setArchived } from './campaign-list-queries.ts'

/**
 * Moves ended campaigns to the archive or back to the list; all or none of them. Returns the ids of those that moved. Throws
 * `ApiError('campaignNotFound' | 'campaignNotEnded')`.
 */
export async function archiveCampaigns(
  db: Db,
  { ids, archived, by, audit }: { ids: readonly number[]; archived: boolean; by: string; audit: Audit },
): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const campaigns = await lockCampaigns(trx, ids)
    if (campaigns.length < new Set(ids).size) throw new ApiError('campaignNotFound')
    if (campaigns.some(({ finished_at: finishedAt }) => finishedAt === null)) throw new ApiError('campaignNotEnded')
    const moved = await setArchived(trx, { ids, archived, by })
    await audit(trx)
    return moved
  })
}
