import { type Kysely, sql } from 'kysely'

/**
 * The figures of a campaign are stored: the last ones while it runs, and the final ones after its end. Its results over time are counted by
 * minute, and in coarser steps with age. A campaign that has ended can be archived.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaigns
  add column figures_final boolean not null default false,
  add column archived_at timestamptz,
  add column archived_by text;
create index campaigns_uncounted on campaigns (id) where not figures_final;
create index campaigns_created on campaigns (created_at, id);
create table campaign_figures (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  counted_at timestamptz not null,
  results_until timestamptz not null,
  statuses jsonb not null,
  ended integer not null,
  succeeded integer not null,
  failed integer not null,
  cancelled integer not null
);
create table campaign_results (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  minutes smallint not null,
  at timestamptz not null,
  wave smallint not null,
  succeeded integer not null,
  failed integer not null,
  primary key (campaign_id, minutes, at, wave)
);
create index ota_jobs_finished on ota_jobs (campaign_id, finished_at) where finished_at is not null;
`
