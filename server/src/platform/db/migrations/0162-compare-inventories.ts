import { type Kysely, sql } from 'kysely'

/** Queues the comparison of the content lists that are stored already, which a node does in parts after its start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into queued_jobs (queue, key) select 'inventories', 1 where exists (select from sim_inventories)
    on conflict do nothing`.execute(db)
}
