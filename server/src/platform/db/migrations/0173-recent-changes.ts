import { type Kysely, sql } from 'kysely'

/** The time until which the latest changes of an account were read, beside a longer list that is under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connector_accounts add column recent_to timestamptz`.execute(db)
}
