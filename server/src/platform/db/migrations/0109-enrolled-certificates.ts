import { type Kysely, sql } from 'kysely'

const ddl = `
alter table sim_certificates add column origin text not null default 'OTA' check (origin in ('OTA', 'EST'));
-- The certificate that a device presented to get this one, which is for the same key pair.
alter table sim_certificates add column renews_id bigint references sim_certificates on delete set null;
create index sim_certificates_renews on sim_certificates (renews_id) where renews_id is not null;
`

/** Certificates that devices ask for themselves (EST, RFC 7030), beside those that are issued over the air. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ddl).execute(db)
}
