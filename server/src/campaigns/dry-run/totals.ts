import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { campaignSeconds } from '@simdeck/contract/campaign-duration.ts'
import { dryRunActions, type getDryRun } from '@simdeck/contract/dry-run-sims.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { CostGroup } from '../../ota-kinds/cost.ts'
import { durationPercent, type DryRunFacts, type Effect } from './effects-queries.ts'
import type { Group, NamedPackage } from './classify-queries.ts'

/** Counts the SIMs of groups with the same entry, most SIMs first. `make` makes the entry of a group, without its count. */
export function summed<One extends { sims: number }, Entry extends object>(
  groups: readonly One[],
  make: (group: One) => Entry,
): (Entry & { count: number })[] {
  const entries = new Map<string, Entry & { count: number }>()
  for (const group of groups) {
    const entry = make(group)
    const key = JSON.stringify(entry)
    const found = entries.get(key) ?? { ...entry, count: 0 }
    found.count += group.sims
    entries.set(key, found)
  }
  return [...entries.values()].toSorted((one, other) => other.count - one.count || compare(one, other))
}

const compare = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
export const total = (groups: readonly { sims: number }[]): number => groups.reduce((sum, { sims }) => sum + sims, 0)

export const eligibleOf = <One extends { reason: string | null }>(groups: readonly One[]): One[] =>
  groups.filter(({ reason }) => reason === null)

export function actionsOf(groups: readonly Group[]): DryRun['actions'] {
  const eligible = eligibleOf(groups).flatMap(({ kind, ...group }) => (kind === null ? [] : [{ ...group, kind }]))
  return summed(eligible, ({ kind, from_name, from_version }) => ({ kind, fromName: from_name, fromVersion: from_version }))
}

export function lossesOf(groups: readonly Group[], packages: readonly NamedPackage[]): DryRun['losses'] {
  return summed(
    groups.filter((group) => group.loses),
    ({ lost_name, lost_version, remove_package_id }) => {
      const lost = packages.find(({ id }) => id === remove_package_id)
      return { name: lost_name, version: lost_version, packageAID: lost?.package_aid ?? null, label: lost?.label ?? null }
    },
  )
}

/** Number of SIMs that lose each package, by the id of the package, or by its AID if it is not registered. */
export function removalsOf(groups: readonly Group[]): Record<string, number> {
  const removing = eligibleOf(groups).flatMap(({ remove_package_id, remove_package_aid, sims }) =>
    remove_package_aid === null ? [] : [{ lost: String(remove_package_id ?? remove_package_aid), sims }],
  )
  return Object.fromEntries(summed(removing, ({ lost }) => ({ lost })).map(({ lost, count }) => [lost, count]))
}

export function excludedOf(
  groups: readonly Group[],
  packages: readonly NamedPackage[],
  firstSims: ReadonlyMap<string, DryRun['excluded'][number]['sims']>,
): DryRun['excluded'] {
  const left = groups.flatMap(({ reason, ...group }) => (reason === null ? [] : [{ ...group, reason }]))
  return summed(left, ({ reason }) => ({ reason })).map(({ reason, count }) => {
    const same = left.filter((group) => group.reason === reason)
    const importers = new Set(same.flatMap((group) => group.importers ?? []))
    return {
      reason,
      count,
      sims: firstSims.get(reason) ?? [],
      imports: [...new Set(same.flatMap(({ missing }) => missing ?? []))].toSorted(),
      importers: packages
        .filter(({ id }) => importers.has(id))
        .map(({ package_aid, ota_version, label, name }) => ({ packageAID: package_aid, otaVersion: ota_version, label, name })),
    }
  })
}

/** The properties of a group on which its cost depends. */
export const costGroupOf = ({ level, buffer, loses, sims }: Group): CostGroup => ({ level: level!, buffer, replaces: loses, count: sims })

/** The number of SIMs in each wave. */
export function wavesOf(groups: readonly { wave: number | null; sims: number }[]): { wave: number; sims: number }[] {
  const inWaves = groups.flatMap(({ wave, sims }) => (wave === null ? [] : [{ wave, sims }]))
  return summed(inWaves, ({ wave }) => ({ wave }))
    .map(({ wave, count }) => ({ wave, sims: count }))
    .toSorted((one, other) => one.wave - other.wave)
}

/** The duration of a campaign by the time in seconds that most SIMs of a wave take to poll; null if that is unknown. */
export function durationOf(waveSeconds: number | null, waves: number, rollout: Rollout | undefined): DryRun['duration'] {
  if (waveSeconds === null) return null
  const { next = 'automatic', pollsAgain = false, window = null } = rollout ?? {}
  return { seconds: campaignSeconds(waveSeconds, { waves, next, pollsAgain, window }), waveSeconds, percent: durationPercent }
}

/** The duration of a dry run as it is stored. */
export const shortDuration = (seconds: number | null) => (seconds === null ? null : { seconds, percent: durationPercent })

const places = new Map<string | null, number>(dryRunActions.map((action, place) => [action, place]))

/** The order of effects in the list: by action, those that are left out last, and the most frequent ones first. */
export const inOrder = (one: Effect, other: Effect): number =>
  (places.get(one.kind) ?? places.size) - (places.get(other.kind) ?? places.size) ||
  Number(other.removes) - Number(one.removes) ||
  (one.wave ?? 0) - (other.wave ?? 0) ||
  other.sims - one.sims ||
  compare(one, other)

/** The totals of a stored dry run. */
export function totalsOf({
  made_at: madeAt,
  polls,
  seconds,
  effects,
}: DryRunFacts & { made_at: Date; effects: readonly Effect[] }): ResponseOf<typeof getDryRun> {
  const sumOf = (name: 'octets' | 'commands') => effects.reduce((sum, effect) => sum + (effect[name] ?? 0) * effect.sims, 0)
  const named = <Name extends string>(nameOf: (effect: Effect) => Name | null) =>
    summed(
      effects.flatMap((effect) => {
        const name = nameOf(effect)
        return name === null ? [] : [{ name, sims: effect.sims }]
      }),
      ({ name }) => ({ name }),
    )
  return {
    madeAt: madeAt.toISOString(),
    total: total(effects),
    eligible: total(eligibleOf(effects)),
    octets: sumOf('octets'),
    commands: sumOf('commands'),
    pollsPerSim: polls,
    duration: shortDuration(seconds),
    actions: named(({ kind }) => kind).map(({ name, count }) => ({ action: name, sims: count })),
    excluded: named(({ reason }) => reason).map(({ name, count }) => ({ reason: name, sims: count })),
    waves: wavesOf(effects),
  }
}
