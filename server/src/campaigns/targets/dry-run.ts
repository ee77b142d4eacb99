import { ApiError } from '@simdeck/contract/errors.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { storeDryRun } from '../dry-run/store.ts'
import { checkGroup } from '../rollout/check.ts'
import { maxInCall } from '../set-up-later.ts'
import { expectManySims, readWholeTables } from '../sql/many-sims.ts'
import { withinBudget } from './budget-queries.ts'
import { type Requested, planOf } from './plan.ts'
import { keepDryRun, lockSnapshot } from './queries.ts'

type DryRunRequest = Requested & {
  snapshotId: number
  octetsPerSim?: number | undefined
  octetsInAll?: number | undefined
  rollout?: Rollout | undefined
}

/**
 * Computes the effect of a request on the SIMs of a snapshot that no campaign has used yet, and stores the effect on each SIM. Throws
 * `ApiError`.
 */
export async function dryRun(db: Db, requested: DryRunRequest): Promise<DryRun> {
  return db.isTransaction ? dryRunIn(db, requested) : inTime(db, timeLimits.selection, (trx) => dryRunIn(trx, requested))
}

async function dryRunIn(trx: Db, { snapshotId, rollout, ...requested }: DryRunRequest): Promise<DryRun> {
  const snapshot = await lockSnapshot(trx, snapshotId)
  if (!snapshot) throw new ApiError('snapshotNotFound')
  if (rollout) await checkGroup(trx, rollout)
  const { plan: unlimited, request } = await planOf(trx, requested)
  const plan = await withinBudget(trx, snapshotId, unlimited, requested.octetsPerSim ?? rollout?.octetsPerSim)
  await expectManySims(trx)
  if (snapshot.total > maxInCall) await readWholeTables(trx)
  const octetsInAll = requested.octetsInAll ?? rollout?.octetsInAll
  const result = await storeDryRun(trx, { snapshotId, total: snapshot.total, plan, request, rollout, octetsInAll })
  await keepDryRun(trx, snapshotId, { request, rollout: rollout ?? null }, result)
  return result
}
