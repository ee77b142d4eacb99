import { type Kysely, sql } from 'kysely'

/** The time until which a new poller has to poll, so that the removal of the poller before it can begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ota_jobs add column poll_by timestamptz`.execute(db)
}
