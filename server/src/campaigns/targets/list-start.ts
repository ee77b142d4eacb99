import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { isKept } from '../../packages/edit/delete-package.ts'
import type { ListedCampaign, StartToSetUp } from '../setup-queries.ts'
import { withinBudget } from './budget-queries.ts'
import { checkConfirmed } from './check-confirmed.ts'
import { planOf } from './plan.ts'
import { lastDryRun } from './queries.ts'
import { listSims } from './list-queries.ts'

/** Lists the SIMs of a start for its set-up. Throws `ApiError` if the SIMs differ from the confirmed ones. */
export async function listStart(trx: Db, campaignId: number, requested: StartToSetUp): Promise<ListedCampaign> {
  const { snapshotId, rollout } = requested
  const { plan: unlimited, request } = await planOf(trx, requested)
  const plan = await withinBudget(trx, snapshotId, unlimited, rollout?.octetsPerSim)
  if (plan.package && !(await isKept(trx, plan.package.id))) throw new ApiError('packageNotFound')
  const checked = await lastDryRun(trx, snapshotId, request)
  const { excluded, otas, ...included } = await listSims(trx, campaignId, { snapshotId, plan, request, rollout })
  if (included.total === 0) throw new ApiError('noTargetSims')
  checkConfirmed(requested, checked, included)
  const step = plan.step && { kind: plan.kind, ...plan.step }
  return { total: included.total, excluded, otas, action: plan.kind, packageId: plan.package?.id ?? null, step }
}
