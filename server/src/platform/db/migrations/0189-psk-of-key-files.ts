import { type Kysely, sql } from 'kysely'

/** The SCP81 identity and the sealed SCP81 key of a line of a key file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table key_import_lines add column scp81_identity text, add column psk bytea').execute(db)
}
