import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create extension if not exists pg_trgm;

create table roles (
  id int primary key,
  name text not null unique
);

create table role_permissions (
  role_id int not null references roles on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table members (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  role_id int not null references roles,
  user_type int not null default 1 check (user_type in (1, 2)),
  account_status text not null default 'active' check (account_status in ('active', 'inactive', 'in_confirm')),
  password_hash text not null,
  token_version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index members_email on members (lower(email));

-- One row per sign-in; the refresh tokens that followed one another in it form a family.
create table sign_ins (
  id uuid primary key,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index sign_ins_member on sign_ins (member_id);

create table refresh_tokens (
  hash bytea primary key,
  sign_in_id uuid not null references sign_ins on delete cascade,
  generation int not null,
  used_at timestamptz
);
create index refresh_tokens_sign_in on refresh_tokens (sign_in_id, generation);

-- Attempts are counted before the password is looked at; a key is an address or an IP, hashed.
create table sign_in_attempts (
  key bytea not null,
  at timestamptz not null default now()
);
create index sign_in_attempts_key_at on sign_in_attempts (key, at);

create table ws_tickets (
  hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  sign_in_id uuid not null references sign_ins on delete cascade,
  expires_at timestamptz not null
);

create table settings (
  id bigint generated always as identity primary key,
  key text not null,
  value text not null,
  type int not null check (type in (1, 2)),
  created_by bigint references members on delete set null,
  updated_at timestamptz not null default now()
);
create index settings_key on settings (key, updated_at desc);

create table packages (
  id bigint generated always as identity primary key,
  package_aid text not null,
  ota_version text not null,
  label text not null,
  type text not null,
  name text not null,
  applets text[] not null,
  imports text[] not null,
  load_length int not null,
  load_sha256 text not null,
  built_at timestamptz,
  cap_file bytea not null,
  load_file bytea not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (package_aid, ota_version, label)
);

create table managed_package_aids (
  id bigint generated always as identity primary key,
  package_aid text not null unique,
  label text not null,
  type text not null
);

create table sims (
  id bigint generated always as identity primary key,
  iccid text not null unique check (iccid ~ '^[0-9]{19,20}$'),
  imsi text,
  msisdn text,
  imei text,
  imei_status text not null default 'unknown' check (imei_status in ('unknown', 'same', 'changed', 'confirmed')),
  device_alias text,
  type text not null default 'SIM' check (type in ('SIM', 'eUICC')),
  external_device_id text,
  operator text not null default 'other' check (operator in ('ntt', 'jasper', 'other')),
  cm_platform text not null default 'none' check (cm_platform in ('ntt', 'jasper', 'none')),
  status text not null default 'INVENTORY',
  group_name text,
  has_keys boolean not null default false,
  last_poll timestamptz,
  ota_open_until timestamptz,
  poller_instance_aid text,
  poller_name text,
  poller_version text,
  standby_poller_instance_aid text,
  poller_encryption boolean not null default true,
  status_poller text,
  poller_install jsonb,
  poller_uninstall jsonb,
  other_package_id bigint references packages,
  other_instance_aid text,
  other_applet_name text,
  other_applet_version text,
  status_other_applet text,
  other_install jsonb,
  other_uninstall jsonb,
  rsrp int,
  rsrq int,
  radio int,
  mcc text,
  mnc text,
  lac int,
  cell_id bigint,
  free_memory bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sims_search on sims using gin
  ((iccid || ' ' || coalesce(imsi, '') || ' ' || coalesce(msisdn, '') || ' ' || coalesce(imei, '') || ' ' ||
    coalesce(external_device_id, '') || ' ' || lower(coalesce(device_alias, ''))) gin_trgm_ops);
create index sims_status on sims (status, id);
create index sims_last_poll on sims (last_poll desc nulls last, id);
create index sims_alias on sims (device_alias, id);
create index sims_poller_version on sims (poller_version) where poller_version is not null;
create index sims_other_package on sims (other_package_id) where other_package_id is not null;

-- Keys are sealed; poll_counter is the highest that a verified POLL carried.
create table sim_keys (
  sim_id bigint primary key references sims on delete cascade,
  cap_auth_key bytea not null,
  encrypt_key bytea not null,
  security_domain_aid text not null,
  key_version_number int not null,
  scp03_enc bytea not null,
  scp03_mac bytea not null,
  scp03_dek bytea not null,
  security_level int not null default 3
);

create table sim_polls (
  sim_id bigint primary key references sims on delete cascade,
  poll_counter bigint not null
);

-- checked_targets: what the last dry run was asked; left_out: the SIMs it named as excluded.
create table ota_snapshots (
  id bigint generated always as identity primary key,
  total int not null,
  checked_targets jsonb,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create table ota_snapshot_sims (
  snapshot_id bigint not null references ota_snapshots on delete cascade,
  sim_id bigint not null references sims on delete cascade,
  left_out boolean not null default false,
  primary key (snapshot_id, sim_id)
);

create table campaigns (
  id bigint generated always as identity primary key,
  name text not null,
  state text not null check (state in ('running', 'completed', 'completedWithFailures', 'stopped')),
  action text not null check (action in ('install', 'remove')),
  applet_type int not null check (applet_type in (0, 1)),
  package_id bigint references packages,
  module_aid text,
  instance_aid text,
  install_parameters text not null default '',
  targets jsonb not null,
  total int not null,
  excluded int not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

-- One row per action on one applet of one SIM. A replacement is two rows: the removal (step 0), then the install (step 1).
create table ota_jobs (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns on delete cascade,
  sim_id bigint not null references sims on delete cascade,
  applet_type int not null check (applet_type in (0, 1)),
  action_type int not null check (action_type in (1, 2, 3, 4)),
  step int not null,
  package_id bigint references packages,
  package_aid text not null,
  module_aid text,
  instance_aid text not null,
  install_parameters bytea not null default '',
  status text not null default 'Ready' check (status in ('Ready', 'Started', 'Interrupted', 'Failed', 'Succeeded', 'Blocked', 'NotFound')),
  code int,
  sw text,
  reason text,
  acked int not null default 0,
  total int not null default 0,
  interruptions int not null default 0,
  knowledge jsonb not null default '{}',
  failed_command text,
  created_at timestamptz not null default now(),
  polled_at timestamptz,
  channel_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now()
);
create index ota_jobs_campaign on ota_jobs (campaign_id, status);
create index ota_jobs_campaign_sim on ota_jobs (campaign_id, sim_id, action_type);
create index ota_jobs_package on ota_jobs (package_id) where status in ('Ready', 'Started', 'Interrupted');
create index ota_jobs_sim on ota_jobs (sim_id, id desc);
create unique index ota_jobs_open on ota_jobs (sim_id, applet_type, action_type) where status in ('Ready', 'Started', 'Interrupted');
create index ota_jobs_work on ota_jobs (sim_id, id) where status in ('Ready', 'Started', 'Interrupted');

-- The present session of a SIM, if any; it holds nonces and challenges, never keys.
create table ota_sessions (
  session_id bigint primary key,
  sim_id bigint not null unique references sims on delete cascade,
  job_id bigint references ota_jobs on delete set null,
  sequence int not null,
  answer bytea not null,
  frame_mac bytea not null,
  state jsonb not null,
  expires_at timestamptz not null
);
create index ota_sessions_expiry on ota_sessions (expires_at);

create table raw_ota_service_logs (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  sim_id bigint,
  session_id bigint not null,
  sequence int not null,
  job_id bigint,
  direction text not null check (direction in ('card', 'server')),
  code int not null,
  bytes int not null,
  fields jsonb not null,
  commands jsonb not null
) partition by range (at);
create table raw_ota_service_logs_default partition of raw_ota_service_logs default;
create index raw_ota_service_logs_sim on raw_ota_service_logs (sim_id, id desc);
create index raw_ota_service_logs_session on raw_ota_service_logs (session_id, id);
create index raw_ota_service_logs_at on raw_ota_service_logs (at desc);
`
