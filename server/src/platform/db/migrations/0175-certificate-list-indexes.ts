import { type Kysely, sql } from 'kysely'

/** Indexes for the counts and the orders of the list of certificates. Rows without a certificate have an index of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create index sim_certificates_status on sim_certificates (cert_status, id);
create index sim_certificates_updated on sim_certificates (updated_at, id);
create index sim_certificates_valid_from on sim_certificates (valid_from, id) where valid_from is not null;
create index sim_certificates_valid_to on sim_certificates (valid_to, id) where valid_to is not null;
create index sim_certificates_unissued on sim_certificates (id) where valid_to is null;
`
