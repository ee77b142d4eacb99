import { type Kysely, sql } from 'kysely'

/** What the last dry run of a snapshot said that SIMs lose: how many SIMs for each package. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table ota_snapshots add column checked_removals jsonb').execute(db)
}
