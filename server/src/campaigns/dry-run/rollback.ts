import type { dryRunRollback, RollbackPlan } from '@simdeck/contract/rollback.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { costsOf, installCosts, type JobsToCost, removalCosts } from '../../ota-kinds/cost.ts'
import { parametersField } from '../../packages/applet-parameters.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepNewestSelections } from '../../sims/selections/selections.ts'
import { insertDryRun } from './classify-queries.ts'
import { type Effect, insertEffects } from './effects-queries.ts'
import {
  classifyReversals,
  type FormerPackage,
  insertRollbackList,
  noteTotal,
  type ReversalGroup,
  selectFormerPackages,
} from './rollback-queries.ts'
import * as totals from './totals.ts'

type Packages = ReadonlyMap<number, FormerPackage>

/** Computes the effect of a rollback on each SIM that a campaign changed, and stores it as a list of its own. */
export async function rollbackDryRun(
  trx: Db,
  { campaignId, simIds, createdBy, jobs }: { campaignId: number; simIds: readonly number[] | null; createdBy: number | null; jobs: number },
): Promise<ResponseOf<typeof dryRunRollback>> {
  const snapshotId = await insertRollbackList(trx, createdBy)
  const { groups, seconds } = await classifyReversals(trx, { campaignId, simIds, selectionId: snapshotId, jobs })
  const ids = groups.flatMap(({ added_id, before_id }) => [added_id ?? [], before_id ?? []].flat())
  const packages: Packages = new Map((await selectFormerPackages(trx, [...new Set(ids)])).map((one) => [one.id, one]))
  const effects = groups.map((group) => effectOf(group, packages)).toSorted(totals.inOrder)
  await insertEffects(trx, snapshotId, effects)
  await noteTotal(trx, snapshotId, totals.total(groups))
  await insertDryRun(trx, snapshotId, [], { eligible: totals.total(totals.eligibleOf(groups)), removals: {}, polls: 1, seconds })
  await keepNewestSelections(trx, 'rollback', createdBy)
  return {
    ...planOf(groups, packages),
    snapshotId,
    bytesInAll: effects.reduce((sum, { octets, sims }) => sum + (octets ?? 0) * sims, 0),
    duration: totals.shortDuration(seconds),
  }
}

function planOf(groups: readonly ReversalGroup[], packages: Packages): RollbackPlan {
  const eligible = totals.eligibleOf(groups)
  const restored = eligible.flatMap(({ before_id, sims }) => (before_id === null ? [] : [{ id: before_id, sims }]))
  const left = groups.flatMap(({ reason, sims }) => (reason === null ? [] : [{ reason, sims }]))
  return {
    total: totals.total(groups),
    eligible: totals.total(eligible),
    removals: totals.total(eligible.filter(({ removes }) => removes)),
    restores: totals
      .summed(restored, ({ id }) => ({ id }))
      .flatMap(({ id, count }) => {
        const found = packages.get(id)
        return found ? [{ packageAID: found.package_aid, otaVersion: found.ota_version, label: found.label, name: found.name, count }] : []
      }),
    excluded: totals.summed(left, ({ reason }) => ({ reason })),
  }
}

function effectOf(group: ReversalGroup, packages: Packages): Effect {
  const { effect, reason, removes, level, buffer, sims } = group
  const added = group.added_id === null ? undefined : packages.get(group.added_id)
  const before = group.before_id === null ? undefined : packages.get(group.before_id)
  const cost =
    reason === null
      ? costsOf(jobsOf(group, before), [{ level: level!, buffer, replaces: removes && before !== undefined, count: sims }])[0]
      : undefined
  const restoring = removes ? 'update' : 'install'
  return {
    effect,
    kind: reason === null ? (before ? restoring : 'remove') : null,
    reason,
    from_name: added?.name ?? null,
    from_version: added?.ota_version ?? null,
    to_name: before?.name ?? null,
    to_version: before?.ota_version ?? null,
    to_label: before?.label ?? null,
    removes,
    wave: null,
    octets: cost?.bytes ?? null,
    commands: cost?.commands ?? null,
    sims,
  }
}

const hexOf = (octets: number | null): string => '00'.repeat(octets ?? 0)

function jobsOf(group: ReversalGroup, before: FormerPackage | undefined): JobsToCost {
  if (!before) return removalCosts
  const { module_aid, instance_aid, parameters_length, card_parameters_length } = group
  return installCosts({
    packageAid: before.package_aid,
    moduleAid: module_aid,
    instanceAid: instance_aid,
    loadLength: before.load_length,
    parametersLength: parametersField({ installParameters: hexOf(parameters_length), cardParameters: hexOf(card_parameters_length) })
      .length,
  })
}
