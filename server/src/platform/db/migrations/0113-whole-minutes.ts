import { type Kysely, sql } from 'kysely'

/** Tells the minutes of POLLs for all of which a device port was up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dashboard_polls add column whole boolean not null default true`.execute(db)
}
