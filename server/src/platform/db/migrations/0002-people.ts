import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- A password with must_change_password opens nothing but the choice of another one; one with password_expires_at is temporary.
-- mfa_last_step: the time step of the last one-time password that was used.
alter table members
  drop column token_version,
  add column confirmed_at timestamptz,
  add column self_signed_up boolean not null default false,
  add column must_change_password boolean not null default false,
  add column password_expires_at timestamptz,
  add column mfa_secret bytea,
  add column mfa_enabled_at timestamptz,
  add column mfa_pending_secret bytea,
  add column mfa_last_step bigint not null default 0;
update members set confirmed_at = created_at;
create index members_role on members (role_id);
create index members_created on members (created_at desc, id);

-- verified_at: when the person last proved to be the one, by signing in, with the password or with a code.
alter table sign_ins
  add column ip text,
  add column user_agent text,
  add column verified_at timestamptz not null default now();

create table recovery_codes (
  member_id bigint not null references members on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (member_id, hash)
);

-- Unfinished sign-ins and the links of mails. email: the new address of an e-mail change.
create table challenges (
  hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  purpose text not null check (purpose in ('newPassword', 'mfa', 'invitation', 'signUp', 'emailChange')),
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index challenges_member on challenges (member_id);

create table reset_codes (
  member_id bigint primary key references members on delete cascade,
  hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null
);

create table password_changes (
  member_id bigint not null references members on delete cascade,
  at timestamptz not null default now()
);
create index password_changes_member on password_changes (member_id, at);

-- A key is an address or an IP, hashed; no way in until then.
create table sign_in_locks (
  key bytea primary key,
  until timestamptz not null
);

create table sign_in_history (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  at timestamptz not null default now(),
  outcome text not null,
  ip text,
  user_agent text
);
create index sign_in_history_member on sign_in_history (member_id, at desc);

create table api_credentials (
  id bigint generated always as identity primary key,
  name text not null,
  client_id text not null unique,
  secret_hash bytea not null,
  role_id int not null references roles,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table access_restrictions (
  kind text not null check (kind in ('domain', 'console', 'api')),
  value text not null,
  primary key (kind, value)
);

create table mail_settings (
  only_one boolean primary key default true check (only_one),
  host text not null,
  port int not null,
  security text not null check (security in ('none', 'starttls', 'tls')),
  username text not null,
  password bytea,
  from_address text not null,
  from_name text not null,
  updated_at timestamptz not null default now()
);

create table mail_destinations (
  address text primary key
);

-- Bodies are sealed, and forgotten once the mail was sent.
create table mails (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body bytea,
  state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  error text
);
create index mails_due on mails (next_try_at) where state = 'queued';
create index mails_created on mails (created_at desc, id desc);

-- What happened and was told by system mail, so that the same is told once in ten minutes, with a count.
create table system_mail_events (
  key text primary key,
  since timestamptz not null default now(),
  count int not null default 1
);

-- The device port found another IMEI than before, and system mail has yet to tell it.
alter table sims add column imei_change_untold boolean not null default false;
create index sims_imei_change_untold on sims (id) where imei_change_untold;

-- Rows form a chain: mac = HMAC(mac of the row before, this row). The head tells the last one.
create table action_logs (
  id bigint primary key,
  action text not null,
  url text not null,
  method text not null,
  request_params text not null,
  request_by text not null,
  member_id bigint,
  api_credential_id bigint,
  request_at timestamptz not null,
  status int not null,
  message text,
  client_type text not null check (client_type in ('WEB_UI', 'OPEN_API')),
  ip text not null,
  mac bytea not null
);
create index action_logs_at on action_logs (request_at desc, id desc);
create table action_log_head (
  only_one boolean primary key default true check (only_one),
  id bigint not null,
  mac bytea not null,
  seal bytea not null
);
`
