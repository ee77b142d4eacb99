import { type RawBuilder, sql } from 'kysely'
import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import { simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { simOrder } from '../sql/sim-order.ts'
import { simTables, simValue } from '../sql/sim-values.ts'
import { simsMatching } from '../sql/sims-matching.ts'
import type { CodedField, Share } from '../sql/shares.ts'

/** The ids of a page in its order. Reads every SIM. */
export async function selectPage(
  db: Db,
  page: { filter: SimFilter; sort: { field: string; order: 'ASC' | 'DESC' } | null; skip: number; take: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select sims.id from ${simTables} where ${simsMatching(page.filter)}
    order by ${simOrder(page.sort)} limit ${page.take} offset ${page.skip}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The number of SIMs that match. Reads every SIM. */
export async function countMatching(db: Db, filter: SimFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sims where ${simsMatching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The numbers of SIMs that match each of the filters. Reads every SIM once. */
export async function countEach(db: Db, filters: readonly SimFilter[]): Promise<number[]> {
  const counts = sql.join(filters.map((filter) => sql`count(*) filter (where ${simsMatching(filter)})`))
  const { rows } = await sql<{ counts: number[] }>`select json_build_array(${counts}) as counts from sims`.execute(db)
  return rows[0]?.counts ?? []
}

const counted = [...simFieldsWith({ filter: 'choice' }), ...simFieldsWith({ filter: 'version' }), ...simFieldsWith({ filter: 'flag' })]
const countedValues = {
  ...Object.fromEntries(counted.map((name) => [simFilterOf(name), sql`array[${simValue(name)}::text]`])),
  connection: sql`array[case sims.connection when 2 then 'ota' when 1 then 'on' else 'off' end]`,
  group: sql`array[coalesce(sims.group_id, 0)::text]`,
  tags: sql`case when sims.tags = '{}' then array[null] else sims.tags end`,
  applet: sql`case when sims.other_applet_name = sims.poller_name or sims.other_applet_name is null then array[sims.poller_name]
    when sims.poller_name is null then array[sims.other_applet_name] else array[sims.other_applet_name, sims.poller_name] end`,
} as Record<CountedFilter, RawBuilder<unknown>>

/** SIMs that match, per value of one filter. Reads every SIM. */
export async function countValues(db: Db, filter: SimFilter, of: CountedFilter, max: number): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select value, count(*) as count from ${simTables}, unnest(${countedValues[of]}) value where ${simsMatching(filter)}
    group by value order by count(*) desc, value collate "C" nulls last limit ${max}`.execute(db)
  return rows
}

/**
 * SIMs that match by their last poll: those before the first of these ascending times, those from each time on until the next, and last
 * those that never polled. Reads every SIM.
 */
export async function countPolls(db: Db, filter: SimFilter, times: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ place: number | null; count: number }>`
    select width_bucket(sim_contacts.last_poll, ${times}::timestamptz[]) as place, count(*) as count
    from ${simTables} where ${simsMatching(filter)} group by place`.execute(db)
  const counts = Array.from({ length: times.length + 2 }, () => 0)
  for (const { place, count } of rows) counts[place ?? times.length + 1] = count
  return counts
}

/** The number of SIMs that match for each combination of values of these fields. Reads every SIM. */
export async function countShares(db: Db, filter: SimFilter, of: readonly CodedField[]): Promise<Share[]> {
  const columns = sql.join(of.map((name) => sql.ref(`sims.${name}`)))
  const pairs = sql.join(of.flatMap((name) => [sql.lit(name), sql.ref(`sims.${name}`)]))
  const { rows } = await sql<Share>`
    select json_build_object(${pairs}) as values, count(*) as count from sims where ${simsMatching(filter)} group by ${columns}`.execute(db)
  return rows
}

/** The SIMs that match by their RSRP: those from each of these descending values on, weaker ones, and last those without a value. */
export async function countSignals(db: Db, filter: SimFilter, starts: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ place: number | null; count: number }>`
    select width_bucket(sim_contacts.rsrp, ${starts.toReversed()}::int[]) as place, count(*) as count
    from ${simTables} where ${simsMatching(filter)} group by place`.execute(db)
  const counts = Array.from({ length: starts.length + 2 }, () => 0)
  for (const { place, count } of rows) counts[place === null ? starts.length + 1 : starts.length - place] = count
  return counts
}
