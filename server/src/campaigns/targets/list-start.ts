import { ApiError } from '@simdeck/contract/errors.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Db } from '../../platform/db/database.ts'
import { isKept } from '../../packages/edit/delete-package.ts'
import type { StartToSetUp } from '../setup-queries.ts'
import { withinBudget } from './budget-queries.ts'
import { checkConfirmed } from './check-confirmed.ts'
import { planOf } from './plan.ts'
import { lastDryRun } from './queries.ts'
import { listOtas } from './list-queries.ts'

/** Lists the OTAs of a start for its set-up. Throws `ApiError` if the SIMs differ from the confirmed ones. */
export async function listStart(
  trx: Db,
  requested: StartToSetUp,
): Promise<{ total: number; excluded: number; action: OtaKindName; packageId: number | null }> {
  const { snapshotId, rollout } = requested
  const { plan: unlimited, request } = await planOf(trx, requested)
  const plan = await withinBudget(trx, snapshotId, unlimited, rollout?.octetsPerSim)
  if (plan.package && !(await isKept(trx, plan.package.id))) throw new ApiError('packageNotFound')
  const checked = await lastDryRun(trx, snapshotId, request)
  const { excluded, ...included } = await listOtas(trx, { snapshotId, plan, request, rollout })
  if (included.total === 0) throw new ApiError('noTargetSims')
  checkConfirmed(requested, checked, included)
  return { total: included.total, excluded, action: plan.kind, packageId: plan.package?.id ?? null }
}
