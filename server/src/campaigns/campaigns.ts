import { ApiError } from '@simdeck/contract/errors.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Db } from '../db/database.ts'
import type { Audit } from '../http/handler.ts'
import { projectProgress } from '../ota/progress.ts'
import { packageOf } from './ota-logs.ts'
import { type Counts, countsOf } from './outcomes/counts.ts'
import { campaignExists, type CampaignRow, cancelReadyJobs, finishCampaigns, lockCancellableSims, selectCampaign } from './queries.ts'

/** Rows that a call wrote, by id, for the change to publish. */
export type Written = { simIds: number[]; jobIds: number[] }

function writtenOf(rows: readonly { id: number; sim_id: number }[]): Written {
  return { simIds: [...new Set(rows.map((row) => row.sim_id))], jobIds: rows.map((row) => row.id) }
}

/**
 * Cancels what is Ready in a campaign, for all its SIMs or some; of a replacement that has not begun, both halves.
 * Throws `ApiError('campaignNotFound' | 'nothingReady')`.
 */
export async function cancelCampaign(db: Db, campaignId: number, simIds: readonly number[] | null, audit: Audit): Promise<Written> {
  if (!(await campaignExists(db, campaignId))) throw new ApiError('campaignNotFound')
  const written = await db.transaction().execute(async (transaction) => {
    await lockCancellableSims(transaction, campaignId, simIds)
    const cancelled = writtenOf(await cancelReadyJobs(transaction, campaignId, simIds))
    if (cancelled.jobIds.length === 0) throw new ApiError('nothingReady')
    await projectProgress(transaction, { jobIds: cancelled.jobIds })
    await audit(transaction)
    return cancelled
  })
  await closeFinishedCampaigns(db, [campaignId])
  return written
}

/**
 * Ends those of the campaigns in which no OTA is open any more: `stopped` when SIMs were cancelled before anything was sent to
 * them, else `completedWithFailures` or `completed`. Call it after the commit that ended an OTA: in that transaction, two OTAs
 * that end at once would each still see the other open. `all` is for the sweep: a node may die between the two.
 */
export async function closeFinishedCampaigns(db: Db, campaignIds: readonly number[] | 'all'): Promise<void> {
  if (campaignIds.length > 0) await finishCampaigns(db, campaignIds)
}

export async function campaignById(db: Db, id: number): Promise<Campaign> {
  const row = await selectCampaign(db, id)
  const [campaign] = row ? await withCounts(db, [row]) : []
  if (!campaign) throw new ApiError('campaignNotFound')
  return campaign
}

/** Campaigns with their live counts, which add up to `total`. */
export async function withCounts(db: Db, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const counts = await countsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.flatMap((row) => {
    const own = counts.get(row.id)
    return own ? [campaignShape(row, own)] : []
  })
}

function campaignShape(row: CampaignRow, counts: Counts): Campaign {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    action: row.action,
    appletType: row.applet_type,
    package: packageOf(row),
    total: row.total,
    excluded: row.excluded,
    counts,
    createdBy: row.created_by ?? '',
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
