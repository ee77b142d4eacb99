import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- The lines of imports between their check and their end. Not logged: a database that crashes loses them, and the file is checked again.
create unlogged table sim_import_lines (
  task_id bigint not null,
  line int not null,
  bad boolean not null,
  given_keys int not null,
  iccid text not null,
  imsi text,
  msisdn text,
  imei text,
  device_alias text,
  operator text,
  cm_platform text,
  type text,
  external_device_id text,
  group_name text,
  status text,
  cap_auth_key bytea,
  encrypt_key bytea,
  scp03_enc bytea,
  scp03_mac bytea,
  scp03_dek bytea,
  security_domain_aid text,
  key_version_number int,
  primary key (task_id, line)
);

-- The last import that wrote something, and what its SIMs were before: null for those that it added.
create table sim_import_undos (
  task_id bigint primary key references tasks on delete cascade,
  written_at timestamptz not null
);
create table sim_import_undo_sims (
  sim_id bigint primary key,
  before jsonb,
  keys_before jsonb
);
`
