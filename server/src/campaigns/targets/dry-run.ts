import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { DryRun, OtaTarget } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import { costOf } from './cost.ts'
import { planOf } from './plan.ts'
import { classify, snapshotIsOpen } from './queries.ts'

/** What the targets would do to the SIMs of a snapshot that no campaign has taken yet. Throws `ApiError`. */
export async function dryRun(db: Db, asked: { snapshotId: number; targets: OtaTarget[]; language: Language }): Promise<DryRun> {
  if (!(await snapshotIsOpen(db, asked.snapshotId))) throw new ApiError('snapshotNotFound')
  const plan = await planOf(db, asked.targets, asked.language)
  const { costs, ...found } = await classify(db, asked.snapshotId, plan, asked.targets)
  const { bytes, commands, bytesInAll, receiveBuffer } = costOf(plan.action === 'install' ? plan.cost : null, costs)
  return {
    ...found,
    bytesPerSim: bytes,
    commandsPerSim: commands,
    bytesInAll,
    receiveBuffer,
    instanceAID: plan.action === 'install' ? plan.instanceAid : null,
  }
}
