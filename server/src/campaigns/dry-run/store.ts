import { type DryRun, simsWithin } from '@simdeck/contract/bulk-ota.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import { costOf, costsOf } from '../../ota-kinds/cost.ts'
import type { Plan } from '../../ota-kinds/kind.ts'
import { classify, type Group, insertDryRun, selectPackages } from './classify-queries.ts'
import { selectGoing } from './going-queries.ts'
import { deleteEffects, type Effect, insertEffects, selectFirstExcluded } from './effects-queries.ts'
import * as totals from './totals.ts'

type ToStore = {
  snapshotId: number
  /** The number of SIMs of the snapshot. */
  total: number
  plan: Plan
  /** The request as it is stored. */
  request: readonly object[]
  rollout: Rollout | undefined
  /** The budget of octets in all. */
  octetsInAll: number | null | undefined
}

/** Computes the effect of a plan on the SIMs of a snapshot, which the transaction has locked, and stores the effect on each SIM. */
export async function storeDryRun(trx: Db, { snapshotId, total, plan, request, rollout, octetsInAll }: ToStore): Promise<DryRun> {
  await deleteEffects(trx, snapshotId)
  const { groups, seconds } = await classify(trx, { snapshotId, total }, plan, rollout)
  await insertEffects(trx, snapshotId, effectsOf(plan, groups))
  const waves = totals.wavesOf(groups)
  const isBySms = plan.step?.transport === 'sms'
  const duration = isBySms ? null : totals.durationOf(seconds, waves.length, rollout)
  const eligible = totals.total(totals.eligibleOf(groups))
  const facts = {
    eligible,
    removals: totals.removalsOf(groups),
    polls: rollout?.pollsAgain || plan.cost.followUp ? 2 : 1,
    seconds: duration?.seconds ?? null,
  }
  await insertDryRun(trx, snapshotId, request, facts)
  const ids = groups.flatMap(({ remove_package_id, importers }) => [remove_package_id ?? [], importers ?? []].flat())
  const packages = await selectPackages(trx, [...new Set(ids)])
  const { bytes, commands, bytesInAll, receiveBuffer } = costOf(plan.cost, totals.eligibleOf(groups).map(totals.costGroupOf))
  return {
    total: totals.total(groups),
    eligible,
    actions: totals.actionsOf(groups),
    losses: totals.lossesOf(groups, packages),
    ...(plan.extra !== undefined && { extra: await selectGoing(trx, snapshotId, plan.extra) }),
    excluded: totals.excludedOf(groups, packages, await selectFirstExcluded(trx, snapshotId)),
    bytesPerSim: bytes,
    commandsPerSim: commands,
    bytesInAll,
    receiveBuffer,
    silentSims: isBySms ? 0 : totals.eligibleOf(groups).reduce((sum, { silent }) => sum + silent, 0),
    neverPolled: isBySms ? 0 : groups.reduce((sum, { never_polled: never }) => sum + never, 0),
    pollsPerSim: facts.polls,
    duration,
    simsInBudget: octetsInAll ? simsWithin(octetsInAll, { eligible, bytesInAll }) : null,
    waves,
    instanceAID: plan.instanceAid,
  }
}

/** The effects as the list of the SIMs shows them, each with its cost. */
function effectsOf(plan: Plan, groups: readonly Group[]): Effect[] {
  const to = plan.step && plan.package
  const left = groups.filter(({ reason }) => reason !== null).map((group) => effectOf(group, null, null))
  const eligible = totals.eligibleOf(groups).map((group) => ({ ...totals.costGroupOf(group), group }))
  const changed = costsOf(plan.cost, eligible).map(({ group, bytes, commands }) => effectOf(group, to, { bytes, commands }))
  return [...changed, ...left].toSorted(totals.inOrder)
}

function effectOf(group: Group, to: Plan['package'], cost: { bytes: number; commands: number } | null): Effect {
  const { effect, kind, reason, from_name, from_version, remove_package_aid: removed, wave, sims } = group
  return {
    effect,
    kind,
    reason,
    from_name,
    from_version,
    to_name: to?.name ?? null,
    to_version: to?.ota_version ?? null,
    to_label: to?.label ?? null,
    removes: removed !== null,
    wave,
    octets: cost?.bytes ?? null,
    commands: cost?.commands ?? null,
    sims,
  }
}
