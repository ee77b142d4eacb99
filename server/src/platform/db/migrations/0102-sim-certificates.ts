import { type Kysely, sql } from 'kysely'

/**
 * Certificates on SIMs, from the key pair to the file that holds them. Each row is one issuance. `ota_id` is the OTA that works on it, or that
 * did so last; `is_open` tells that it still does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_certificates (
  id bigint generated always as identity primary key,
  sim_id bigint not null references sims on delete cascade,
  ota_id bigint references ota_jobs on delete set null,
  is_open boolean not null default true,
  template_id bigint references identity_templates on delete set null,
  template_name text not null,
  authority_id bigint references certificate_authorities on delete set null,
  -- The filled template.
  identity jsonb not null,
  subject bytea not null,
  csr_subject text not null,
  label text not null,
  slot_id smallint not null,
  key_object_id text not null,
  file_object_id text not null,
  delivery text not null check (delivery in ('Auto', 'Manual')),
  key_pair_status text not null,
  csr_status text not null,
  cert_status text not null,
  management_status text check (management_status in ('NeedUpdate', 'NeedDelete')),
  -- The point of the public key as the card has answered it.
  public_key bytea,
  request bytea,
  reject_reason text,
  certificate_id bigint references certificates on delete set null,
  valid_from timestamptz,
  valid_to timestamptz,
  -- The time at which the card returned the certificate octet for octet.
  active_at timestamptz,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sim_certificates_ota on sim_certificates (ota_id) where ota_id is not null;
create index sim_certificates_sim on sim_certificates (sim_id, id);
create index sim_certificates_open on sim_certificates (id) where is_open;
create index sim_certificates_end on sim_certificates (valid_to) where cert_status = 'Active';
create index sim_certificates_managed on sim_certificates (management_status, id) where management_status is not null;
create index sim_certificates_certificate on sim_certificates (certificate_id) where certificate_id is not null;
`
