import { type Kysely, sql } from 'kysely'

/**
 * Certificate authorities, the certificates that they issue, and their publications. A serial is used once per CA. A `request_key` names the
 * cause of a certificate, so that one cause never makes two certificates.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table certificate_authorities (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('root', 'intermediate', 'external')),
  parent_id bigint references certificate_authorities,
  is_default boolean not null default false,
  -- DER. An external CA has no certificate before the answer to its request.
  subject bytea not null,
  key_info bytea not null,
  private_key bytea not null,
  request bytea,
  certificate bytea,
  chain bytea[] not null default '{}',
  serial bytea,
  valid_from timestamptz,
  valid_to timestamptz,
  revoked_at timestamptz,
  revocation_reason text,
  -- Counts the changes after which its CRL is made anew.
  revocations bigint not null default 0,
  backed_up_at timestamptz,
  backup_checked_at timestamptz,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  check ((certificate is null) = (valid_to is null))
);
create unique index certificate_authorities_name on certificate_authorities (lower(normalize(name, nfkc)));
create unique index certificate_authorities_default on certificate_authorities (is_default) where is_default;
create index certificate_authorities_parent on certificate_authorities (parent_id) where parent_id is not null;

create table certificates (
  id bigint generated always as identity primary key,
  ca_id bigint references certificate_authorities on delete set null,
  ca_name text not null,
  kind text not null check (kind in ('device', 'ca', 'ocsp')),
  serial bytea not null,
  subject text not null,
  certificate bytea not null,
  key_sha256 bytea not null,
  sim_id bigint references sims on delete set null,
  iccid text,
  request_key text,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  revoked_at timestamptz,
  revocation_reason text,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  unique (ca_id, serial)
);
create unique index certificates_request on certificates (request_key) where request_key is not null;
create index certificates_ca on certificates (ca_id, id);
create index certificates_sim on certificates (sim_id, id) where sim_id is not null;
create index certificates_iccid on certificates (iccid, id) where iccid is not null;
create index certificates_revoked on certificates (ca_id, valid_to) where revoked_at is not null;
create index certificates_end on certificates (valid_to) where kind = 'device' and revoked_at is null;

create table authority_crls (
  ca_id bigint primary key references certificate_authorities on delete cascade,
  number bigint not null,
  crl bytea not null,
  entries integer not null,
  -- The count of the CA at the time of this CRL.
  revocations bigint not null,
  made_at timestamptz not null,
  next_at timestamptz not null,
  valid_to timestamptz not null
);

create table ocsp_signers (
  ca_id bigint primary key references certificate_authorities on delete cascade,
  certificate bytea not null,
  key_info bytea not null,
  private_key bytea not null,
  valid_to timestamptz not null
);
`
