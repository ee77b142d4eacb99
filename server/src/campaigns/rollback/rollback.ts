import { ApiError } from '@simdeck/contract/errors.ts'
import { maxNameLength } from '@simdeck/contract/bulk-ota.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type * as rollbackContract from '@simdeck/contract/rollback.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { lockFleet, shareFleet, withinWait } from '../../sims/sql/fleet-lock.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { announceNew } from '../announce.ts'
import { approvalThreshold, askForApproval, type ToAsk } from '../approval/ask.ts'
import { requireCount } from '../confirmed-count.ts'
import { rollbackDryRun } from '../dry-run/rollback.ts'
import { projectLater } from '../project-campaigns.ts'
import { projectProgress } from '../progress.ts'
import { expectManySims } from '../sql/many-sims.ts'
import { campaignText } from '../text.ts'
import { maxInCall, setUpLater } from '../set-up-later.ts'
import { hasRollbackInSetup } from '../setup-queries.ts'
import { cancelBefore } from './cancel-before.ts'
import {
  insertRollback,
  insertRollbackToSetUp,
  keepFormerPackages,
  lockSimsOf,
  type Reversible,
  selectOpenRollback,
  selectReversible,
} from './queries.ts'

/**
 * The rollback of a campaign with more OTAs locks only SIMs whose OTAs it cancels, and its progress is written into them after the start.
 */
const maxLocked = 4_000

/** The name of a rollback, cut to the length that a campaign's name may have. */
function rollbackName(name: string, language: Language): string {
  const suffix = campaignText.rollback[language]
  const kept = name.slice(0, maxNameLength - suffix.length).replace(/[\uD800-\uDBFF]$/, '')
  return kept + suffix
}

async function reversible(db: Db, campaignId: number): Promise<Reversible> {
  const campaign = await selectReversible(db, campaignId)
  if (!campaign) throw new ApiError('campaignNotFound')
  if (!campaign.isReversible) throw new ApiError('rollbackNotPossible')
  return campaign
}

/** The effect of a rollback on the SIMs that a campaign changed. Throws `ApiError('campaignNotFound' | 'rollbackNotPossible')`. */
export async function dryRunRollback(
  db: Db,
  requested: { campaignId: number; simIds: readonly number[] | null; createdBy: number | null },
): Promise<ResponseOf<typeof rollbackContract.dryRunRollback>> {
  return inTime(db, timeLimits.selection, async (trx) => {
    const { jobs } = await reversible(trx, requested.campaignId)
    await expectManySims(trx)
    return rollbackDryRun(trx, { ...requested, jobs })
  })
}

export type RollbackToStart = {
  campaignId: number
  simIds: readonly number[] | null
  confirmedCount: number | undefined
  createdBy: number | null
  /** The name of the caller. */
  by: string
  asking: ToAsk
  /** False: a paused campaign, whose OTAs that are Ready would be cancelled, is refused. */
  mayCancel: boolean
  language: Language
  audit: Audit
}

/**
 * Starts the reverse campaign, and returns its id. A paused campaign first loses its OTAs that are Ready, and resumes, so that those under
 * way can end. A repetition by the same caller, who may have lost the answer, finds the rollback that it started. Throws `ApiError`; then
 * nothing is stored.
 */
export async function startRollback(db: Db, requested: RollbackToStart): Promise<number> {
  try {
    return await startOnce(db, requested)
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'noTargetSims'
    const campaignId = isTaken ? await selectOpenRollback(db, requested) : undefined
    if (campaignId === undefined) throw error
    await requested.audit(db)
    return campaignId
  }
}

async function startOnce(db: Db, requested: RollbackToStart): Promise<number> {
  const { campaignId, simIds, confirmedCount, createdBy, asking, language, audit } = requested
  return inTime(db, timeLimits.selection, async (trx) => {
    const { jobs, name, total: sims } = await reversible(trx, campaignId)
    const isLarge = jobs > maxLocked
    const isLater = jobs > maxInCall && simIds === null
    if (isLater && confirmedCount === undefined) throw new ApiError('startCountRequired')
    if (confirmedCount !== undefined && confirmedCount > sims) throw new ApiError('startCountDiffers')
    if (isLarge) {
      if (!isLater) await withinWait(trx, lockFleet)
    } else {
      await withinWait(trx, shareFleet)
      await lockSimsOf(trx, campaignId)
    }
    await cancelBefore(trx, requested)
    if (!isLater) await keepFormerPackages(trx, campaignId)
    const threshold = await approvalThreshold(trx)
    const plan = threshold === null ? null : await rollbackDryRun(trx, { campaignId, simIds, createdBy, jobs })
    const nameOfRollback = rollbackName(name, language)
    if (isLater && (await hasRollbackInSetup(trx, campaignId))) throw new ApiError('noTargetSims')
    const { id, total } = isLater
      ? await insertRollbackToSetUp(trx, { campaignId, name: nameOfRollback, createdBy, total: confirmedCount ?? 0 })
      : await insertRollback(trx, { campaignId, simIds, name: nameOfRollback, createdBy })
    if (total === 0) throw new ApiError('noTargetSims')
    requireCount(confirmedCount, total)
    if (threshold !== null && plan && total >= threshold) {
      const created = { id, name: nameOfRollback, total, rollout: null }
      await askForApproval(trx, created, { threshold, frozen: { dryRun: null, rollback: plan }, selectionId: plan.snapshotId, asking })
    }
    if (isLater) await setUpLater(trx, id, { rollbackOf: campaignId, confirmedCount: total })
    else await (isLarge ? projectLater(trx, id) : projectProgress(trx, { campaignId: id }))
    await announceNew(trx, id, { isLarge })
    const changes = [{ field: 'targets', before: null, after: total }]
    await audit(trx, undefined, { subjects: [`campaign:${id}`, `campaign:${campaignId}`], name: nameOfRollback, changes })
    return id
  })
}
