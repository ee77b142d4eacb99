import { type Kysely, sql } from 'kysely'

/** The time until which a new poller has to poll, so that the removal of the poller before it can begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ota_jobs add column poll_by timestamptz`.execute(db)
  await sql`create index ota_jobs_awaited_poller on ota_jobs (campaign_id) where poll_by is not null`.execute(db)
}
