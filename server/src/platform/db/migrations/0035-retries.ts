import { type Kysely, sql } from 'kysely'

/**
 * An OTA that fails for a passing reason waits until `not_before` and is tried again; `attempts` counts its failed attempts. A SIM whose
 * retries are exhausted is set aside.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_jobs
  add column attempts smallint not null default 0,
  add column not_before timestamptz;
create index ota_jobs_waiting on ota_jobs (not_before) where not_before is not null;
alter table campaigns add column stopped_at timestamptz;
update campaigns set rollout = rollout || '{"retries": 3}' where rollout is not null;
create table quarantined_sims (
  sim_id bigint primary key references sims (id) on delete cascade,
  campaign_id bigint not null references campaigns (id),
  code integer not null,
  sw text,
  at timestamptz not null default now()
);
create index quarantined_sims_campaign on quarantined_sims (campaign_id, sim_id);
`
