import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { appletTypes, type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Campaign, DryRun, OtaTarget } from '@simdeck/contract/ota.ts'
import type { Db } from '../db/database.ts'
import { projectProgress } from '../ota/progress.ts'
import { installCost, removalCost } from './cost.ts'
import { packageOf } from './ota-logs.ts'
import { type Plan, planOf } from './plan.ts'
import {
  campaignExists,
  type CampaignRow,
  cancelReadyJobs,
  countStatuses,
  finishCampaigns,
  jobIdsOf,
  lockCancellableSims,
  selectCampaign,
} from './queries.ts'
import { classify, insertCampaign, lockSnapshotSims, snapshotIsOpen, useSnapshot } from './targets/queries.ts'
import { campaignText } from './text.ts'

/** Rows that a call wrote, by id, for the change to publish. */
export type Written = { simIds: number[]; jobIds: number[] }

function writtenOf(rows: readonly { id: number; sim_id: number }[]): Written {
  return { simIds: [...new Set(rows.map((row) => row.sim_id))], jobIds: rows.map((row) => row.id) }
}

export async function dryRun(db: Db, asked: { snapshotId: number; targets: OtaTarget[]; language: Language }): Promise<DryRun> {
  if (!(await snapshotIsOpen(db, asked.snapshotId))) throw new ApiError('snapshotNotFound')
  const plan = await planOf(db, asked.targets, asked.language)
  const { replaces, ...found } = await classify(db, asked.snapshotId, plan)
  const cost = plan.action === 'remove' ? removalCost() : installCost(installToCost(plan), replaces)
  return {
    ...found,
    bytesPerSim: cost.bytes,
    commandsPerSim: cost.commands,
    instanceAID: plan.action === 'install' ? plan.instanceAid : null,
  }
}

function installToCost(plan: Extract<Plan, { action: 'install' }>): Parameters<typeof installCost>[0] {
  const { moduleAid, instanceAid, installParameters } = plan
  const { package_aid: packageAid, load_length: loadLength } = plan.package
  return { packageAid, moduleAid, instanceAid, loadLength, parametersLength: installParameters.length / 2 }
}

/**
 * Starts a campaign over the eligible SIMs of a snapshot, whole or not at all. Throws `ApiError`; the snapshot stays unused then.
 */
export async function startCampaign(
  db: Db,
  asked: { snapshotId: number; targets: OtaTarget[]; name: string | undefined; createdBy: number; language: Language },
): Promise<{ campaignId: number } & Written> {
  return db.transaction().execute(async (transaction) => {
    if (!(await useSnapshot(transaction, asked.snapshotId))) throw new ApiError('snapshotNotFound')
    const plan = await planOf(transaction, asked.targets, asked.language)
    await lockSnapshotSims(transaction, asked.snapshotId)
    const name = asked.name ?? usualName(plan, asked.language)
    const { id, total } = await insertCampaign(transaction, { ...asked, plan, name })
    if (total === 0) throw new ApiError('noTargetSims')
    await projectProgress(transaction, { campaignId: id })
    return { campaignId: id, ...writtenOf(await jobIdsOf(transaction, id)) }
  })
}

function usualName(plan: Plan, language: Language): string {
  if (plan.action === 'install') return `${plan.package.name} ${plan.package.ota_version}`
  return campaignText[plan.appletType === appletTypes.poller ? 'pollerRemoval' : 'removal'][language]
}

/**
 * Cancels what is Ready in a campaign, for all its SIMs or some; of a replacement that has not begun, both halves.
 * Throws `ApiError('campaignNotFound' | 'nothingReady')`.
 */
export async function cancelCampaign(db: Db, campaignId: number, simIds: readonly number[] | null): Promise<Written> {
  if (!(await campaignExists(db, campaignId))) throw new ApiError('campaignNotFound')
  const written = await db.transaction().execute(async (transaction) => {
    await lockCancellableSims(transaction, campaignId, simIds)
    const cancelled = writtenOf(await cancelReadyJobs(transaction, campaignId, simIds))
    if (cancelled.jobIds.length === 0) throw new ApiError('nothingReady')
    await projectProgress(transaction, { jobIds: cancelled.jobIds })
    return cancelled
  })
  await closeFinishedCampaigns(db, [campaignId])
  return written
}

/**
 * Ends those of the campaigns in which no OTA is open any more: `stopped` when SIMs were cancelled before anything was sent to
 * them, else `completedWithFailures` or `completed`. Call it after the commit that ended an OTA: in that transaction, two OTAs
 * that end at once would each still see the other open.
 */
export async function closeFinishedCampaigns(db: Db, campaignIds: readonly number[]): Promise<void> {
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
  const statuses = await countStatuses(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const counts = Object.fromEntries(otaStatuses.map((status) => [status, 0])) as Record<OtaStatus, number>
    for (const { campaign_id: campaignId, status, sims } of statuses) if (campaignId === row.id) counts[status] = sims
    return campaignShape(row, counts)
  })
}

function campaignShape(row: CampaignRow, counts: Record<OtaStatus, number>): Campaign {
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
