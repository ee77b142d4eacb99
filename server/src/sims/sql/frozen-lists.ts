import { type RawBuilder, sql } from 'kysely'

/** What one member, or all API IDs together, may keep of frozen lists of one kind. */
const most = { lists: 1_000, sims: 10_000_000 }

/** Ids of the lists of this creator that are older than those within the bounds. The newest list is never among them. */
export function tooMany(table: 'sim_selections' | 'ota_snapshots', createdBy: number | null): RawBuilder<number> {
  return sql<number>`select id from (
    select id, row_number() over newest as place, sum(total) over newest - total as newer
    from ${sql.table(table)} where created_by is not distinct from ${createdBy}::bigint window newest as (order by id desc)
  ) as own where place > ${sql.lit(most.lists)} or newer >= ${sql.lit(most.sims)}`
}
