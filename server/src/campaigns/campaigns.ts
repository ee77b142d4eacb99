import { ApiError } from '@simdeck/contract/errors.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import type { Audit } from '../platform/http/handler.ts'
import { projectProgress } from './progress.ts'
import { packageOf } from './ota-logs.ts'
import { type CampaignTally, countsOf, noResults } from './outcomes/counts.ts'
import { quarantinedBy } from './quarantine-queries.ts'
import {
  type CampaignRow,
  cancelReadyJobs,
  finishCampaigns,
  lockCampaignState,
  lockCancellableSims,
  markStopped,
  resumeCampaign,
  selectCampaigns,
  selectWaves,
  type WaveRow,
} from './queries.ts'

/** Ids of the rows that a call wrote, for the change to publish. */
export type Written = { simIds: number[]; jobIds: number[] }

function writtenOf(rows: readonly { id: number; sim_id: number }[]): Written {
  return { simIds: [...new Set(rows.map((row) => row.sim_id))], jobIds: rows.map((row) => row.id) }
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
    const stopped = await stopCampaign(transaction, campaignId, simIds)
    if (stopped.jobIds.length === 0) throw new ApiError('nothingReady')
    await audit(transaction)
    return stopped
  })
}

/**
 * Cancels the OTAs that are Ready, even if there are none. If no SIMs are named, a paused campaign resumes. Throws
 * `ApiError('campaignNotFound')`.
 */
export async function stopCampaign(trx: Db, campaignId: number, simIds: readonly number[] | null): Promise<Written & { resumed: boolean }> {
  await lockCancellableSims(trx, campaignId, simIds)
  const state = await lockCampaignState(trx, campaignId)
  if (!state) throw new ApiError('campaignNotFound')
  const cancelled = await cancelReady(trx, campaignId, simIds)
  const resumed = state === 'paused' && simIds === null
  if (resumed) await resumeCampaign(trx, campaignId)
  if (simIds === null) await markStopped(trx, campaignId)
  return { ...cancelled, resumed }
}

/** Cancels the OTAs that are Ready, in a transaction that has locked their SIMs. */
export async function cancelReady(trx: Db, campaignId: number, simIds: readonly number[] | null): Promise<Written> {
  const cancelled = writtenOf(await cancelReadyJobs(trx, campaignId, simIds))
  if (cancelled.jobIds.length > 0) await projectProgress(trx, { jobIds: cancelled.jobIds })
  return cancelled
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
  const ids = rows.map((row) => row.id)
  const [counts, waves, quarantined] = await Promise.all([countsOf(db, rows), selectWaves(db, ids), quarantinedBy(db, ids)])
  return rows.flatMap((row) => {
    const own = counts.get(row.id)
    return own ? [campaignShape(row, own, waves.get(row.id) ?? [], quarantined.get(row.id) ?? 0)] : []
  })
}

function campaignShape(
  row: CampaignRow,
  { counts, cancelled, waves: byWave }: CampaignTally,
  waves: readonly WaveRow[],
  quarantined: number,
): Campaign {
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
    quarantined,
    paused: pauseShape(row),
    approval: row.approval,
    // Rollouts of before have no budget.
    rollout: row.rollout && { ...row.rollout, octetsPerSim: row.rollout.octetsPerSim ?? null },
    waves: waves.map(({ wave, sims, released_at }) => ({
      wave,
      sims,
      releasedAt: released_at?.toISOString() ?? null,
      ...(byWave.get(wave) ?? noResults()),
    })),
    rollbackOf: row.rollback_of,
    createdBy: row.created_by ?? '',
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
  }
}

function pauseShape({ paused_at, paused_by, pause_cause, pause_wave, pause_failed, pause_ended }: CampaignRow): Campaign['paused'] {
  if (!paused_at) return null
  return {
    cause: pause_cause ?? 'member',
    by: paused_by ?? '',
    at: paused_at.toISOString(),
    wave: pause_wave,
    failed: pause_failed,
    ended: pause_ended,
  }
}
