import { type RawBuilder, sql } from 'kysely'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { DryRunReason } from '@simdeck/contract/dry-run-sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/schema.ts'
import { simsInPart } from '../../sims/sql/frozen-lists.ts'

/** The effect that a dry run has on a number of SIMs: either an action or the reason for leaving them out. */
export type Effect = Omit<Row<'ota_dry_run_effects'>, 'selection_id' | 'place'>

/** The facts about a whole dry run that are stored. `seconds`: the time in which most of its SIMs poll; null if unknown. */
export type DryRunFacts = { polls: number; seconds: number | null }

/** The share of the SIMs in percent whose polls determine the duration of a dry run. */
export const durationPercent = 95

/** The number of SIMs whose last polls are compared for the duration; of more SIMs a part is taken. */
const sampleSize = 50_000
const never = 2_147_483_647

/**
 * The time in seconds within which most of the SIMs of `from` with the condition polled last, which is also that in which they poll next.
 * Null if too many never polled.
 */
export const mostPollWithin = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>, total: number) => sql<number | null>`(
  select nullif(percentile_disc(${sql.lit(durationPercent / 100)}) within group (
    order by case when last_poll is null then ${sql.lit(never)} else least(extract(epoch from now() - last_poll), ${sql.lit(never - 1)})::int end), ${sql.lit(never)})
  from ${from} where ${condition} and hashint8(id) % ${sql.lit(1 + Math.floor(total / sampleSize))} = 0)`

/** A hash of columns, by which SIMs with the same effect are grouped. It has 53 bits, which a number holds exactly. */
export const effectOf = (columns: RawBuilder<unknown>) =>
  sql`hash_record_extended(row(${columns}), 0) & ${sql.lit(Number.MAX_SAFE_INTEGER)}`

/** A statement that stores the SIMs `(id, effect)` of a common table expression `d` as the SIMs of a dry run. */
export const storeSims = (selectionId: number) => sql`
  insert into ota_dry_run_sims (selection_id, effect, part, sim_ids)
  select ${selectionId}::bigint, effect, part, array_agg(id order by id)
  from (select id, effect, (row_number() over (partition by effect order by id) - 1) / ${sql.lit(simsInPart)} as part from d) numbered
  group by effect, part`

/** Deletes what an earlier dry run stored. */
export async function deleteEffects(trx: Db, selectionId: number): Promise<void> {
  await sql`delete from ota_dry_run_effects where selection_id = ${selectionId}`.execute(trx)
  await sql`delete from ota_dry_run_sims where selection_id = ${selectionId}`.execute(trx)
}

/** Stores the effects in this order. */
export async function insertEffects(trx: Db, selectionId: number, effects: readonly Effect[]): Promise<void> {
  const rows = effects.map((one, place) => ({ ...one, place }))
  await sql`
    insert into ota_dry_run_effects (selection_id, effect, place, kind, reason, from_name, from_version, to_name, to_version, to_label, removes,
      wave, octets, commands, sims)
    select ${selectionId}::bigint, effect, place, kind, reason, from_name, from_version, to_name, to_version, to_label, removes, wave, octets,
      commands, sims
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (effect bigint, place int, kind text, reason text, from_name text,
      from_version text, to_name text, to_version text, to_label text, removes boolean, wave smallint, octets int, commands int, sims int)
  `.execute(trx)
}

const simsListedPerReason = 100

type ExcludedSim = DryRun['excluded'][number]['sims'][number]

/** The first SIMs that a dry run leaves out for each reason, in the order of their ids. The effects must be stored. */
export async function selectFirstExcluded(db: Db, selectionId: number): Promise<Map<DryRunReason, ExcludedSim[]>> {
  const { rows } = await sql<ExcludedSim & { reason: DryRunReason }>`
    select reason, s.id, s.iccid, s.device_alias
    from (
      select e.reason, first.id, row_number() over (partition by e.reason order by first.id) as place
      from ota_dry_run_effects e join ota_dry_run_sims p using (selection_id, effect)
        cross join lateral unnest(p.sim_ids[1:${sql.lit(simsListedPerReason)}]) as first (id)
      where e.selection_id = ${selectionId} and e.reason is not null and p.part = 0
    ) first join sims s on s.id = first.id
    where place <= ${sql.lit(simsListedPerReason)} order by s.id`.execute(db)
  const found = new Map<DryRunReason, ExcludedSim[]>()
  for (const { reason, ...sim } of rows) found.set(reason, [...(found.get(reason) ?? []), sim])
  return found
}
