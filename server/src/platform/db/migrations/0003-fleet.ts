import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table groups (
  id bigint generated always as identity primary key,
  name text not null,
  type int not null default 1 check (type in (1, 2)),
  phone_number text,
  address text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index groups_name on groups (lower(name));
insert into groups (name) select min(group_name) from sims where group_name is not null group by lower(group_name);
alter table sims add column group_id bigint references groups on delete set null;
update sims set group_id = groups.id from groups where lower(groups.name) = lower(sims.group_name);
alter table sims drop column group_name;

-- What changes with every poll, apart from what the list is narrowed and sorted by: a poll then touches no index but that of last_poll.
create table sim_contacts (
  sim_id bigint primary key references sims on delete cascade,
  last_poll timestamptz,
  ota_open_until timestamptz,
  rsrp int,
  rsrq int,
  radio int,
  mcc text,
  mnc text,
  lac int,
  cell_id bigint,
  free_memory bigint
) with (fillfactor = 80);
insert into sim_contacts
  select id, last_poll, ota_open_until, rsrp, rsrq, radio, mcc, mnc, lac, cell_id, free_memory from sims;
create function make_sim_contacts() returns trigger language plpgsql as $$
begin
  insert into sim_contacts (sim_id) select id from added;
  return null;
end $$;
create trigger sims_contacts after insert on sims referencing new table as added
  for each statement execute function make_sim_contacts();
drop index sims_last_poll;
alter table sims drop column last_poll, drop column ota_open_until, drop column rsrp, drop column rsrq, drop column radio,
  drop column mcc, drop column mnc, drop column lac, drop column cell_id, drop column free_memory;

-- A SIM that is deleted need not be looked for in every snapshot.
alter table ota_snapshot_sims drop constraint ota_snapshot_sims_sim_id_fkey;

-- SIMs chosen once and for all, 1,000 to a part.
create table sim_selections (
  id bigint generated always as identity primary key,
  total int not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now()
);
create table sim_selection_parts (
  selection_id bigint not null references sim_selections on delete cascade,
  part int not null,
  sim_ids bigint[] not null,
  primary key (selection_id, part)
);

-- Long work. Who does it holds an advisory lock on its id; next_part is the first part of the selection that is not behind it.
create table tasks (
  id bigint generated always as identity primary key,
  kind text not null,
  state text not null,
  title text,
  params jsonb not null default '{}',
  import jsonb,
  selection_id bigint references sim_selections on delete set null,
  next_part int not null default 0,
  total int not null default 0,
  done int not null default 0,
  succeeded int not null default 0,
  refused int not null default 0,
  created_by bigint references members on delete set null,
  api_credential_id bigint,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  failure text
);
create index tasks_created_at on tasks (created_at desc, id desc);
create index tasks_open on tasks (id) where state in ('checking', 'checked', 'waiting', 'running', 'cancelling');
create table task_results (
  task_id bigint not null references tasks on delete cascade,
  n bigint not null,
  outcome text not null check (outcome in ('done', 'refused')),
  sim_id bigint,
  iccid text,
  line int,
  column_name text,
  reason text,
  primary key (task_id, n)
);
create index task_results_refused on task_results (task_id, n) where outcome = 'refused';

create table sim_exports (
  id bigint generated always as identity primary key,
  params jsonb not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now()
);

create table sim_views (
  id bigint generated always as identity primary key,
  owner_id bigint not null references members on delete cascade,
  name text not null,
  shared boolean not null,
  search jsonb not null,
  table_view jsonb not null,
  created_at timestamptz not null default now()
);
create unique index sim_views_name on sim_views (owner_id, lower(name));
`
