import { type Kysely, sql } from 'kysely'

/** Scripts that a message carries in place of a wake-up, and the data of the proof of receipt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sms_messages
  add column script_tar bytea check (length(script_tar) = 3),
  add column script bytea,
  add column script_result bytea,
  add check ((script is null) = (script_tar is null));
`
