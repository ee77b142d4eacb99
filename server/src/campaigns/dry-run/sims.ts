import type { DryRunAction, DryRunReason, DryRunSim } from '@simdeck/contract/dry-run-sims.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Sought } from '@simdeck/contract/sim-search.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { reportIntervalMinutes } from '@simdeck/protocol/applets/report-parameters.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../../platform/db/database.ts'
import { simsInPart } from '../../sims/sql/frozen-lists.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import type { Effect } from './effects-queries.ts'
import {
  type EffectSim,
  mayHaveDryRun,
  searchSims,
  selectDryRun,
  selectEffects,
  selectSimFacts,
  selectSlices,
  type SimFacts,
  type Slice,
  type StoredDryRun,
} from './sims-queries.ts'

type EffectFilter = {
  action?: DryRunAction[] | undefined
  reason?: DryRunReason[] | undefined
  wave?: number | undefined
}
type EffectSort = { field: string; order: 'ASC' | 'DESC' } | null

/** The last dry run and its effects. Throws `ApiError('snapshotNotFound' | 'dryRunNotFound')`. */
export async function storedDryRun(db: Db, selectionId: number): Promise<StoredDryRun & { effects: Effect[] }> {
  if (!(await mayHaveDryRun(db, selectionId))) throw new ApiError('snapshotNotFound')
  const [found, effects] = await Promise.all([selectDryRun(db, selectionId), selectEffects(db, selectionId)])
  if (!found) throw new ApiError('dryRunNotFound')
  return { ...found, effects }
}

/** The effects that match a filter, sorted. Effects without a value come last. */
function matchingEffects(effects: readonly Effect[], { action, reason, wave }: EffectFilter, sort: EffectSort): Effect[] {
  const isAny = action === undefined && reason === undefined
  const matches = effects.filter(
    (one) =>
      (isAny || (one.kind !== null && action?.includes(one.kind)) || (one.reason !== null && reason?.includes(one.reason))) &&
      (wave === undefined || one.wave === wave),
  )
  if (!sort) return matches
  const valueOf = (one: Effect): number => (sort.field === 'octets' ? one.octets : one.wave) ?? Number.POSITIVE_INFINITY
  const sign = sort.order === 'ASC' ? 1 : -1
  return matches.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === b) return 0
    return Number.isFinite(a) && Number.isFinite(b) ? (a - b) * sign : a - b
  })
}

/** The slices that hold the rows after the first `skip` ones of the effects, at most `take` rows. */
export function slicesOf(effects: readonly Effect[], skip: number, take: number): Slice[] {
  const slices: Slice[] = []
  let [before, left] = [skip, take]
  for (const { effect, sims } of effects) {
    while (left > 0 && before < sims) {
      const at = before % simsInPart
      const size = Math.min(left, simsInPart - at, sims - before)
      slices.push({ effect, part: Math.floor(before / simsInPart), skip: at, take: size })
      before += size
      left -= size
    }
    if (left === 0) break
    before -= sims
  }
  return slices
}

/** The interval of a SIM: by the parameters of its poller, else as observed. */
function intervalOf({ poller_parameters: parameters, poll_seconds: observed }: SimFacts): DryRunSim['interval'] {
  const minutes = parameters ? intervalMinutes(parameters) : null
  if (minutes !== null) return { seconds: minutes * 60, source: 'parameters' }
  return observed === null ? null : { seconds: observed, source: 'observed' }
}

/** Null for parameters that are not those of our poller, and for a poller without an interval. */
function intervalMinutes(parameters: string): number | null {
  try {
    return reportIntervalMinutes(pollerParameters.decode(fromHex(parameters)))
  } catch {
    return null
  }
}

/** The rows of SIMs of a dry run, with the facts of those that still exist. */
export async function rowsOf(
  db: Db,
  { effects, polls }: { effects: readonly Effect[]; polls: number },
  sims: readonly EffectSim[],
): Promise<{ row: DryRunSim; facts: SimFacts | undefined }[]> {
  const facts = new Map(
    (
      await selectSimFacts(
        db,
        sims.map(({ sim_id }) => sim_id),
      )
    ).map((one) => [one.id, one]),
  )
  const byId = new Map(effects.map((one) => [one.effect, one]))
  return sims.flatMap(({ effect, sim_id }) => {
    const found = byId.get(effect)
    return found ? [{ row: rowOf(sim_id, found, polls, facts.get(sim_id)), facts: facts.get(sim_id) }] : []
  })
}

function rowOf(simId: number, effect: Effect, polls: number, facts: SimFacts | undefined): DryRunSim {
  const interval = facts ? intervalOf(facts) : null
  const isLeftOut = effect.reason !== null
  const { from_name, from_version, to_name, to_version, to_label } = effect
  return {
    sim_id: simId,
    iccid: facts?.iccid ?? null,
    device_alias: facts?.device_alias ?? null,
    action: effect.kind,
    reason: effect.reason,
    from: from_name === null && from_version === null ? null : { name: from_name, version: from_version },
    to: to_name === null || to_version === null || to_label === null ? null : { name: to_name, version: to_version, label: to_label },
    removes: effect.removes,
    wave: effect.wave,
    commands: effect.commands,
    octets: effect.octets,
    polls: isLeftOut ? null : polls,
    interval,
    expectedSeconds: isLeftOut || interval === null ? null : interval.seconds * polls,
    last_poll: facts?.last_poll?.toISOString() ?? null,
  }
}

/** A page of the effects of the last dry run on each SIM. Throws `ApiError`. */
export async function dryRunSims(
  db: Db,
  selectionId: number,
  { filter, search, sort, take, skip }: { filter: EffectFilter; search: Sought | undefined; sort: EffectSort; take: number; skip: number },
): Promise<{ sims: DryRunSim[]; total: number }> {
  const stored = await storedDryRun(db, selectionId)
  const effects = matchingEffects(stored.effects, filter, sort)
  const { sims, total } = search
    ? await inTime(db, timeLimits.list, (trx) => searchSims(trx, selectionId, { effects, search, take, skip }))
    : {
        sims: await selectSlices(db, selectionId, slicesOf(effects, skip, take)),
        total: effects.reduce((sum, one) => sum + one.sims, 0),
      }
  const rows = await rowsOf(db, stored, sims)
  return { sims: rows.map(({ row }) => row), total }
}
