import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * `change`: for bulk changes, exports and the list; `snapshot`: the targets of one campaign; `rollback`: the dry run of a rollback;
 * `approval`: the dry run of a campaign that needs, or needed, an approval.
 */
export type Purpose = 'change' | 'snapshot' | 'rollback' | 'approval'

export type Frozen = { id: number; total: number; created_at: Date }

/** SIMs in one part of a selection; a bulk change handles one part per transaction. */
export const simsInPart = 1000

/** Limits on the selections of one purpose, for one member or for all API IDs together. */
const most = { lists: 1_000, sims: 10_000_000 }

/** Stores the SIMs of a query of ids as a selection, in the order of their ids, in one statement. */
export async function freeze(db: Db, ids: RawBuilder<unknown>, purpose: Purpose, createdBy: number | null): Promise<Frozen> {
  const { rows } = await sql<Frozen>`
    with chosen as materialized (
      select part, array_agg(id) as sim_ids
      from (select id, (row_number() over (order by id) - 1) / ${sql.lit(simsInPart)} as part from (${ids}) as found (id)) numbered
      group by part
    ),
    selection as (
      insert into sim_selections (purpose, total, created_by)
      select ${purpose}, coalesce(sum(cardinality(sim_ids)), 0), ${createdBy}::bigint from chosen
      returning id, total, created_at
    ),
    parts as (
      insert into sim_selection_parts (selection_id, part, sim_ids) select selection.id, part, chosen.sim_ids from selection, chosen
    )
    select id, total, created_at from selection
  `.execute(db)
  return rows[0]!
}

/** The ids of the SIMs of a selection. */
export const frozenIds = (selectionId: number) =>
  sql<number>`select unnest(sim_ids) from sim_selection_parts where selection_id = ${selectionId}`

/** Ids of the oldest selections of this creator and purpose, which exceed the limits. The newest one is never among them. */
export function tooMany(purpose: Purpose, createdBy: number | null): RawBuilder<number> {
  return sql<number>`select id from (
    select id, row_number() over newest as place, sum(total) over newest - total as newer
    from sim_selections where purpose = ${purpose} and created_by is not distinct from ${createdBy}::bigint window newest as (order by id desc)
  ) as own where place > ${sql.lit(most.lists)} or newer >= ${sql.lit(most.sims)}`
}
