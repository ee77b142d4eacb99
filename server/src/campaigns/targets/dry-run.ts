import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { DryRun, OtaTarget } from '@simdeck/contract/ota.ts'
import type { Db } from '../../db/database.ts'
import { installCost, type InstallToCost, removalCost } from './cost.ts'
import { type InstallPlan, planOf } from './plan.ts'
import { classify, snapshotIsOpen } from './queries.ts'

/** What the targets would do to the SIMs of a snapshot that no campaign has taken yet. Throws `ApiError`. */
export async function dryRun(db: Db, asked: { snapshotId: number; targets: OtaTarget[]; language: Language }): Promise<DryRun> {
  if (!(await snapshotIsOpen(db, asked.snapshotId))) throw new ApiError('snapshotNotFound')
  const plan = await planOf(db, asked.targets, asked.language)
  const { replaces, ...found } = await classify(db, asked.snapshotId, plan, asked.targets)
  const cost = plan.action === 'remove' ? removalCost() : installCost(installToCost(plan), replaces)
  return {
    ...found,
    bytesPerSim: cost.bytes,
    commandsPerSim: cost.commands,
    instanceAID: plan.action === 'install' ? plan.instanceAid : null,
  }
}

function installToCost(plan: InstallPlan): InstallToCost {
  const { moduleAid, instanceAid, installParameters } = plan
  const { package_aid: packageAid, load_length: loadLength } = plan.package
  return { packageAid, moduleAid, instanceAid, loadLength, parametersLength: installParameters.length / 2 }
}
