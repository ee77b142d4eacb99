import { type RawBuilder, sql } from 'kysely'
import { type CountedFilter, maxValues, type ValueCount } from '@simdeck/contract/sim-counts.ts'
import { simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { simOrder } from '../sql/sim-order.ts'
import { simTables, simValue } from '../sql/sim-values.ts'
import { simsMatching } from '../sql/sims-matching.ts'

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

const counted = [...simFieldsWith({ filter: 'choice' }), ...simFieldsWith({ filter: 'version' })]
const countedValues = {
  ...Object.fromEntries(counted.map((name) => [simFilterOf(name), sql`array[${simValue(name)}]`])),
  connection: sql`array[case sims.connection when 2 then 'ota' when 1 then 'on' else 'off' end]`,
  group: sql`array[coalesce(sims.group_id, 0)::text]`,
  applet: sql`case when sims.other_applet_name = sims.poller_name or sims.other_applet_name is null then array[sims.poller_name]
    when sims.poller_name is null then array[sims.other_applet_name] else array[sims.other_applet_name, sims.poller_name] end`,
} as Record<CountedFilter, RawBuilder<unknown>>

/** SIMs that match, per value of one filter. Reads every SIM. */
export async function countValues(db: Db, filter: SimFilter, of: CountedFilter): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select value, count(*) as count from ${simTables}, unnest(${countedValues[of]}) value where ${simsMatching(filter)}
    group by value order by count(*) desc, value collate "C" nulls last limit ${maxValues}`.execute(db)
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
