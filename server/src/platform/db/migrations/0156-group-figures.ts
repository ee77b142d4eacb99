import { type Kysely, sql } from 'kysely'

/** The numbers of SIMs of each group in steps of ten minutes of the last day, for the curve on its page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table group_figures (
  group_id bigint not null references groups on delete cascade,
  at timestamptz not null,
  sims int not null,
  online int not null,
  expected int not null,
  primary key (group_id, at)
);
create index group_figures_at on group_figures (at);
`
