import { type Kysely, sql } from 'kysely'

/**
 * SCP80 by SMS: the key set of each SIM, its counter, the messages, and the state of the node that sends them. A counter has no foreign key,
 * so that it goes on when its SIM is deleted and added again. A SIM has at most one message that is not answered yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_sms_keys (
  sim_id bigint primary key references sims on delete cascade,
  key_set smallint not null check (key_set between 1 and 15),
  algorithm text not null check (algorithm in ('aes', '3des')),
  kic bytea not null,
  kid bytea not null,
  tar bytea not null check (length(tar) = 3),
  fingerprint bytea not null,
  changed_at timestamptz not null default now()
);

create table sms_counters (
  fingerprint bytea primary key,
  counter bigint not null check (counter between 0 and 1099511627775)
);

create table sms_messages (
  id bigint generated always as identity primary key,
  sim_id bigint not null references sims on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'sent', 'unknown', 'accepted', 'delivered', 'failed')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  counter bigint,
  packet bytea,
  destination text,
  message_id text,
  sent_at timestamptz,
  ended_at timestamptz,
  reason text,
  detail text,
  proof_status smallint,
  proof_is_authentic boolean,
  proof_at timestamptz
);
create index sms_messages_sim on sms_messages (sim_id, id desc);
create unique index sms_messages_open on sms_messages (sim_id) where state in ('queued', 'sent', 'unknown');
create index sms_messages_due on sms_messages (due_at, id) where state in ('queued', 'unknown');
create index sms_messages_sent on sms_messages (id) where state = 'sent';
create index sms_messages_accepted on sms_messages (message_id) where state = 'accepted';
create index sms_messages_destination on sms_messages (destination, id desc) where destination is not null;
create index sms_messages_ended on sms_messages (ended_at, state) where ended_at is not null;

create table sms_sender (
  only_one boolean primary key default true check (only_one),
  bound_since timestamptz,
  seen_at timestamptz not null default now(),
  failure text,
  detail text,
  failed_at timestamptz,
  throttled_at timestamptz,
  throttled bigint not null default 0
);

alter table sms_gateway
  add column messages_per_second int not null default 20,
  add column window_size int not null default 10,
  add column is_paused boolean not null default false;
`
