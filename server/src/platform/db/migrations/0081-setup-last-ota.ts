import { type Kysely, sql } from 'kysely'

/** The highest id of an OTA when the SIMs of a campaign were listed for its set-up: a SIM with a later one got another campaign since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table campaign_setups add column last_ota_id bigint').execute(db)
}
