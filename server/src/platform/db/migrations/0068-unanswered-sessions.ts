import { type Kysely, sql } from 'kysely'

/** `unanswered`: the number of sessions of the OTA, one after the other, in which the card answered nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table ota_jobs add column unanswered smallint not null default 0').execute(db)
}
