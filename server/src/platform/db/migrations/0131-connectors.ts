import { type Kysely, sql } from 'kysely'

/** Accounts at carriers, the account of each SIM, and the changes of status that carriers are asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table connector_accounts (
  id bigint generated always as identity primary key,
  platform text not null,
  name text not null unique,
  base_url text not null,
  username text not null,
  api_key bytea not null,
  calls_per_second double precision not null,
  next_call_at timestamptz not null default now(),
  failures int not null default 0,
  failure text,
  closed_until timestamptz,
  last_ok_at timestamptz,
  synced_to timestamptz,
  sync_started_at timestamptz,
  sync_page int
);

create table sim_connectors (
  sim_id bigint primary key references sims on delete cascade,
  account_id bigint not null references connector_accounts on delete cascade,
  read_at timestamptz not null
);
create index sim_connectors_account on sim_connectors (account_id);

create table status_requests (
  task_id bigint not null references tasks on delete cascade,
  n bigint not null,
  sim_id bigint not null,
  iccid text not null,
  platform text not null,
  to_status text not null,
  state text not null default 'stored' check (state in ('stored', 'sent', 'answered')),
  leased_until timestamptz,
  primary key (task_id, n)
);
create index status_requests_open on status_requests (task_id, n) where state <> 'answered';
create index status_requests_open_sim on status_requests (sim_id) where state <> 'answered';
`
