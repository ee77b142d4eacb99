import { type Kysely, sql } from 'kysely'

/** The time at which the IMEI of a SIM changed last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table sims add column imei_changed_at timestamptz').execute(db)
}
