import { type Kysely, sql } from 'kysely'

/** Templates of the certificates of devices. `content` has the fields of the contract, but for the name and the CA. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table identity_templates (
  id bigint generated always as identity primary key,
  name text not null,
  -- Null for the CA that is the default when a certificate is signed.
  authority_id bigint references certificate_authorities,
  content jsonb not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index identity_templates_name on identity_templates (lower(name));
create index identity_templates_authority on identity_templates (authority_id) where authority_id is not null;
`
