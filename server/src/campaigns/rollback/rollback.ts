import { ApiError } from '@simdeck/contract/errors.ts'
import { maxNameLength, maxUnconfirmedSims } from '@simdeck/contract/bulk-ota.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type * as rollbackContract from '@simdeck/contract/rollback.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { lockFleet, shareFleet } from '../../sims/sql/fleet-lock.ts'
import { approvalThreshold, askForApproval, type ToAsk } from '../approval/ask.ts'
import { rollbackDryRun } from '../dry-run/rollback.ts'
import { projectLater } from '../project-campaigns.ts'
import { projectProgress } from '../progress.ts'
import type { Written } from '../stop/cancel-ready.ts'
import { expectManySims } from '../sql/many-sims.ts'
import { campaignText } from '../text.ts'
import { maxInCall, setUpLater } from '../set-up-later.ts'
import { hasRollbackInSetup } from '../setup-queries.ts'
import { cancelBefore } from './cancel-before.ts'
import { insertRollback, insertRollbackToSetUp, keepFormerPackages, lockSimsOf, type Reversible, selectReversible } from './queries.ts'

/** The rollback of a campaign with more OTAs locks only SIMs whose OTAs it cancels, and its progress is written into them after the start. */
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
  return db.transaction().execute(async (trx) => {
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

/** A started rollback. `isLarge`: its progress is written into its SIMs later. `cancelled`: OTAs of the former campaign that were Ready. */
export type StartedRollback = { campaignId: number; isLarge: boolean; cancelled: Written }

/**
 * Starts the reverse campaign. A paused campaign first loses its OTAs that are Ready, and resumes, so that those under way can end. Throws
 * `ApiError`; then nothing is stored.
 */
export async function startRollback(db: Db, requested: RollbackToStart): Promise<StartedRollback> {
  const { campaignId, simIds, confirmedCount, createdBy, asking, language, audit } = requested
  return db.transaction().execute(async (trx) => {
    const { jobs, name } = await reversible(trx, campaignId)
    const isLarge = jobs > maxLocked
    const isLater = jobs > maxInCall && simIds === null
    if (isLater && confirmedCount === undefined) throw new ApiError('startCountRequired')
    if (isLarge) {
      if (!isLater) await lockFleet(trx)
    } else {
      await shareFleet(trx)
      await lockSimsOf(trx, campaignId)
    }
    const cancelled = await cancelBefore(trx, requested)
    if (!isLater) await keepFormerPackages(trx, campaignId)
    const threshold = await approvalThreshold(trx)
    const plan = threshold === null ? null : await rollbackDryRun(trx, { campaignId, simIds, createdBy, jobs })
    const nameOfRollback = rollbackName(name, language)
    if (isLater && (await hasRollbackInSetup(trx, campaignId))) throw new ApiError('noTargetSims')
    const { id, total } = isLater
      ? await insertRollbackToSetUp(trx, { campaignId, name: nameOfRollback, createdBy, total: confirmedCount ?? 0 })
      : await insertRollback(trx, { campaignId, simIds, name: nameOfRollback, createdBy })
    if (total === 0) throw new ApiError('noTargetSims')
    if (confirmedCount === undefined && total > maxUnconfirmedSims) throw new ApiError('startCountRequired')
    if (confirmedCount !== undefined && confirmedCount !== total) throw new ApiError('startCountDiffers')
    if (threshold !== null && plan && total >= threshold) {
      const created = { id, name: nameOfRollback, total, rollout: null }
      await askForApproval(trx, created, { threshold, frozen: { dryRun: null, rollback: plan }, selectionId: plan.snapshotId, asking })
    }
    if (isLater) await setUpLater(trx, id, { rollbackOf: campaignId, confirmedCount: total })
    else await (isLarge ? projectLater(trx, id) : projectProgress(trx, { campaignId: id }))
    await audit(trx)
    return { campaignId: id, isLarge, cancelled }
  })
}
