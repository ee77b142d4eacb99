import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { DryRun, OtaTarget } from '@simdeck/contract/ota.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import type { Db } from '../../db/database.ts'
import { installBuffer, installCost, removalCost } from './cost.ts'
import { planOf } from './plan.ts'
import { classify, snapshotIsOpen } from './queries.ts'

/** What the targets would do to the SIMs of a snapshot that no campaign has taken yet. Throws `ApiError`. */
export async function dryRun(db: Db, asked: { snapshotId: number; targets: OtaTarget[]; language: Language }): Promise<DryRun> {
  if (!(await snapshotIsOpen(db, asked.snapshotId))) throw new ApiError('snapshotNotFound')
  const plan = await planOf(db, asked.targets, asked.language)
  const found = await classify(db, asked.snapshotId, plan, asked.targets)
  const receiveBuffer = (plan.action === 'install' ? installBuffer(plan.cost) : null) ?? minReceiveBuffer
  const cost = plan.action === 'install' ? installCost(plan.cost, found.losses.length > 0, receiveBuffer) : removalCost()
  return {
    ...found,
    bytesPerSim: cost.bytes,
    commandsPerSim: cost.commands,
    receiveBuffer,
    instanceAID: plan.action === 'install' ? plan.instanceAid : null,
  }
}
