import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { announceNew } from '../announce.ts'
import { approvalThreshold, askForApproval, type ToAsk } from '../approval/ask.ts'
import { lockFleet, shareFleet, withinWait } from '../../sims/sql/fleet-lock.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { isKept } from '../../packages/edit/delete-package.ts'
import { projectLater } from '../project-campaigns.ts'
import { projectProgress } from '../progress.ts'
import { checkRollout } from '../rollout/check.ts'
import { expectManySims } from '../sql/many-sims.ts'
import { maxInCall, setUpLater } from '../set-up-later.ts'
import type { StartToSetUp } from '../setup-queries.ts'
import { insertWakes } from '../wake-queries.ts'
import { withinBudget } from './budget-queries.ts'
import { checkConfirmed } from './check-confirmed.ts'
import { checkTransport } from './check-transport.ts'
import { dryRun } from './dry-run.ts'
import { insertCampaignToSetUp } from './list-queries.ts'
import { type Requested, planOf, type StoredRequest } from './plan.ts'
import {
  type Checked,
  deleteSnapshot,
  deleteWavesOfDryRun,
  insertCampaign,
  keptDryRun,
  lastDryRun,
  lockSnapshot,
  lockSnapshotSims,
  type NewCampaign,
  type Removals,
} from './queries.ts'

export type CampaignToStart = Requested & {
  snapshotId: number
  name: string | undefined
  confirmedCount: number | undefined
  removalConsent: boolean
  rollout: Rollout | undefined
  wakeSims?: boolean
  createdBy: number | null
  asking: ToAsk
  audit: Audit
  /** Runs in the transaction of the start, before `audit`. */
  begun?: (trx: Db, campaign: { id: number; total: number }) => Promise<void>
}

/** A campaign over a snapshot with more SIMs is large: it does not lock its SIMs, and its progress is written into them after the start. */
const maxLocked = 2_000

/**
 * Starts a campaign for all eligible SIMs of a snapshot, and returns its id. If it throws an `ApiError`, nothing is stored and the snapshot
 * stays usable.
 */
export async function startCampaign(db: Db, requested: CampaignToStart): Promise<number> {
  return inTime(db, timeLimits.selection, async (transaction) => {
    const snapshot = await lockSnapshot(transaction, requested.snapshotId)
    if (!snapshot) throw new ApiError('snapshotNotFound')
    const isLarge = snapshot.total > maxLocked
    if (requested.rollout) await checkRollout(transaction, requested.rollout)
    const { plan: unlimited, request } = await planOf(transaction, requested)
    checkTransport(unlimited, requested)
    const checked = await lastDryRun(transaction, requested.snapshotId, request)
    const later = snapshot.total > maxInCall && typeof checked === 'object' ? checked : null
    const budget = later ? undefined : requested.rollout?.octetsPerSim
    const plan = await withinBudget(transaction, requested.snapshotId, unlimited, budget)
    if (isLarge && !later) await lockAll(transaction)
    if (!isLarge) await lockSims(transaction, requested.snapshotId)
    const name = requested.name ?? plan.name
    if (plan.package && !(await isKept(transaction, plan.package.id))) throw new ApiError('packageNotFound')
    const rollout = requested.rollout ?? null
    const threshold = await approvalThreshold(transaction)
    const frozen =
      threshold === null || snapshot.total < threshold
        ? null
        : ((await confirmedDryRun(transaction, requested.snapshotId, { request, rollout })) ?? (await dryRun(transaction, requested)))
    const planned = { ...requested, rollout, request, plan, name }
    const { id, total, losing, removals } = later
      ? await insertConfirmed(transaction, planned, { ...later, snapshotTotal: snapshot.total })
      : await insertCampaign(transaction, planned)
    if (total === 0) throw new ApiError('noTargetSims')
    checkConfirmed(requested, checked, { total, losing, removals })
    const waits = threshold !== null && frozen !== null && total >= threshold
    if (waits) {
      const { asking, snapshotId: selectionId } = requested
      const asked = { threshold, frozen: { dryRun: frozen, rollback: null }, selectionId, asking }
      await askForApproval(transaction, { id, name, total, rollout }, asked)
    }
    if (later) await setUpLater(transaction, id, toSetUp(requested))
    else {
      await (isLarge ? projectLater(transaction, id) : projectProgress(transaction, { campaignId: id }))
      if (!waits) await deleteSnapshot(transaction, requested.snapshotId)
    }
    if (requested.wakeSims) await insertWakes(transaction, id)
    await announceNew(transaction, id, { isLarge })
    await requested.begun?.(transaction, { id, total })
    const changes = [{ field: 'targets', before: null, after: total }]
    await requested.audit(transaction, undefined, { subjects: [`campaign:${id}`], name, changes })
    return id
  })
}

/** The dry run that the person who starts has confirmed; without waves and duration if these were those of another rollout. */
async function confirmedDryRun(
  trx: Db,
  snapshotId: number,
  start: { request: StoredRequest; rollout: Rollout | null },
): Promise<DryRun | null> {
  const kept = await keptDryRun(trx, snapshotId, start)
  if (!kept || kept.hasRollout || kept.result.waves.length === 0) return kept?.result ?? null
  await deleteWavesOfDryRun(trx, snapshotId)
  return { ...kept.result, waves: [], duration: null }
}

/** Prevents deletions of SIMs and starts of other campaigns until this campaign has started. */
async function lockAll(trx: Db): Promise<void> {
  await withinWait(trx, lockFleet)
  await expectManySims(trx)
}

async function lockSims(trx: Db, snapshotId: number): Promise<void> {
  await withinWait(trx, shareFleet)
  await lockSnapshotSims(trx, snapshotId)
}

/** Creates a campaign with the numbers of its dry run. Its set-up compares them with the SIMs. */
async function insertConfirmed(
  trx: Db,
  planned: NewCampaign,
  checked: Checked & { snapshotTotal: number },
): Promise<{ id: number; total: number; losing: number; removals: Removals }> {
  const id = await insertCampaignToSetUp(trx, planned, checked)
  const losing = planned.plan.kind === 'remove' ? 0 : Object.values(checked.removals).reduce((sum, sims) => sum + sims, 0)
  return { id, total: checked.eligible, losing, removals: checked.removals }
}

const toSetUp = ({ snapshotId, kind, parameters, confirmedCount, removalConsent, rollout, language }: CampaignToStart): StartToSetUp => ({
  snapshotId,
  kind,
  parameters,
  confirmedCount,
  removalConsent,
  rollout: rollout ?? null,
  language,
})
