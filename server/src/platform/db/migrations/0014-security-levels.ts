import { type Kysely, sql } from 'kysely'

/** A SIM's security level of SCP03 comes by import too, and is one that SCP03 has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_import_lines add column security_level int;
alter table sim_keys add constraint sim_keys_security_level check (security_level in (1, 3, 17, 19, 51));
`
