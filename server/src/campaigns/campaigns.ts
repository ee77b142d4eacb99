import { ApiError } from '@simdeck/contract/errors.ts'
import { type Campaign, openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import type { Audit } from '../platform/http/handler.ts'
import { projectProgress } from './progress.ts'
import { packageOf } from './ota-logs.ts'
import { countsOf, type Tally } from './outcomes/counts.ts'
import {
  type CampaignRow,
  cancelReadyJobs,
  finishCampaigns,
  lockCampaignState,
  lockCancellableSims,
  selectCampaigns,
  setPaused,
} from './queries.ts'

/** Ids of the rows that a call wrote, for the change to publish. */
export type Written = { simIds: number[]; jobIds: number[] }

function writtenOf(rows: readonly { id: number; sim_id: number }[]): Written {
  return { simIds: [...new Set(rows.map((row) => row.sim_id))], jobIds: rows.map((row) => row.id) }
}

/**
 * Pauses or resumes a campaign; does nothing if it is in that state already. After the commit of a pause, no further command is sent to any
 * SIM. Throws `ApiError('campaignNotFound' | 'campaignEnded')`.
 */
export async function pauseOrResume(db: Db, change: { campaignId: number; action: 'pause' | 'resume'; by: string; audit: Audit }) {
  const { campaignId, action, by, audit } = change
  await db.transaction().execute(async (transaction) => {
    const state = await lockCampaignState(transaction, campaignId)
    if (!state) throw new ApiError('campaignNotFound')
    if (!openCampaignStates.includes(state)) throw new ApiError('campaignEnded')
    if (state === 'running' && action === 'pause') await setPaused(transaction, campaignId, by)
    if (state === 'paused' && action === 'resume') await setPaused(transaction, campaignId, null)
    await audit(transaction)
  })
}

/**
 * Cancels the OTAs of a campaign that are Ready, for all or some of its SIMs; for a replacement that has not begun, the removal and the
 * install. If the call names no SIMs, a paused campaign resumes, so that its running OTAs can end. Throws
 * `ApiError('campaignNotFound' | 'nothingReady')`.
 */
export async function cancelCampaign(
  db: Db,
  campaignId: number,
  simIds: readonly number[] | null,
  audit: Audit,
): Promise<Written & { resumed: boolean }> {
  return db.transaction().execute(async (transaction) => {
    await lockCancellableSims(transaction, campaignId, simIds)
    const state = await lockCampaignState(transaction, campaignId)
    if (!state) throw new ApiError('campaignNotFound')
    const cancelled = writtenOf(await cancelReadyJobs(transaction, campaignId, simIds))
    if (cancelled.jobIds.length === 0) throw new ApiError('nothingReady')
    await projectProgress(transaction, { jobIds: cancelled.jobIds })
    const resumed = state === 'paused' && simIds === null
    if (resumed) await setPaused(transaction, campaignId, null)
    await audit(transaction)
    return { ...cancelled, resumed }
  })
}

/**
 * Ends those of the campaigns that have no open OTA: as `stopped` if SIMs were cancelled before anything was sent to them, otherwise as
 * `completedWithFailures` or `completed`. Call it after the commit that ended an OTA; within that transaction, two OTAs that end at the
 * same time would each see the other as open. The sweep passes `all`, because a node may die between the commit and the call. Returns the
 * ids of the ended campaigns, for the change to publish.
 */
export async function closeFinishedCampaigns(db: Db, campaignIds: readonly number[] | 'all'): Promise<number[]> {
  return campaignIds.length > 0 ? finishCampaigns(db, campaignIds) : []
}

/** Campaigns by id with their live counts; deleted ones are absent. */
export async function campaignsByIds(db: Db, ids: readonly number[]): Promise<Campaign[]> {
  return ids.length === 0 ? [] : withCounts(db, await selectCampaigns(db, ids))
}

export async function campaignById(db: Db, id: number): Promise<Campaign> {
  const [campaign] = await campaignsByIds(db, [id])
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

function campaignShape(row: CampaignRow, { counts, cancelled }: Tally): Campaign {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    action: row.action,
    appletType: row.applet_type,
    package: packageOf(row),
    library: row.library,
    total: row.total,
    excluded: row.excluded,
    counts,
    cancelled,
    paused: row.paused_at && { by: row.paused_by ?? '', at: row.paused_at.toISOString() },
    createdBy: row.created_by ?? '',
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
