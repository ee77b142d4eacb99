import { type Kysely, sql } from 'kysely'

const ddl = `
alter table sim_certificates add column key_pair_at timestamptz;
alter table sim_certificates add column request_at timestamptz;
`

/** The times at which a SIM made the key pair of a certificate, and at which its request came. Unknown for the issuances before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ddl).execute(db)
}
