import { ApiError } from '@simdeck/contract/errors.ts'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { Db } from '../../platform/db/database.ts'
import { costOf } from '../../ota-kinds/cost.ts'
import { withinBudget } from './budget-queries.ts'
import { type Requested, planOf } from './plan.ts'
import { classify, keepDryRun, snapshotExists } from './queries.ts'

/** Computes the effect of a request on the SIMs of a snapshot that no campaign has used yet. Throws `ApiError`. */
export async function dryRun(db: Db, requested: { snapshotId: number; octetsPerSim?: number | undefined } & Requested): Promise<DryRun> {
  if (!(await snapshotExists(db, requested.snapshotId))) throw new ApiError('snapshotNotFound')
  const { plan: unlimited, request } = await planOf(db, requested)
  const plan = await withinBudget(db, requested.snapshotId, unlimited, requested.octetsPerSim)
  const { costs, ...found } = await classify(db, requested.snapshotId, plan, request)
  const { bytes, commands, bytesInAll, receiveBuffer } = costOf(plan.cost, costs)
  const result = {
    ...found,
    bytesPerSim: bytes,
    commandsPerSim: commands,
    bytesInAll,
    receiveBuffer,
    instanceAID: plan.instanceAid,
  }
  await keepDryRun(db, requested.snapshotId, request, result)
  return result
}
