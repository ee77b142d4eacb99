import { type Kysely, sql } from 'kysely'

/** The time at which the carrier last answered that too many calls were made: for a while after it, one call of the account is made at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connector_accounts add column limited_at timestamptz`.execute(db)
}
