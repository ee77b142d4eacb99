import { type Kysely, sql } from 'kysely'

/**
 * The figures of the overview. A row of `dashboard_figures` has the means of the minutes of one step of time. `dashboard_polls` has the
 * POLLs of all device ports by minute, and their number by class of the time to answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table dashboard_figures (
  step_seconds int not null,
  at timestamptz not null,
  minutes int not null,
  figures jsonb not null,
  delays float8[] not null,
  primary key (step_seconds, at)
);

create table dashboard_now (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null,
  fleet jsonb not null
);

create table dashboard_polls (
  minute timestamptz primary key,
  polls bigint not null,
  delays bigint[] not null
);

create table dashboard_care (
  item text primary key,
  member_id bigint not null references members on delete cascade,
  until timestamptz not null
);
`
