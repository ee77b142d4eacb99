import { type Kysely, sql } from 'kysely'

/** The certificates that are due for renewal are looked up by template, so that each template reads its own only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
drop index sim_certificates_renewal;
create index sim_certificates_renewal on sim_certificates (template_id, renew_at)
  where active_at is not null and template_id is not null and cert_status in ('Active', 'Expired');
`
