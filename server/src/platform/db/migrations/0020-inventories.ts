import { type Kysely, sql } from 'kysely'

/**
 * OTAs of the card as a whole: they belong to no applet type and name no package. Which kinds of OTA there are is said in the contract
 * alone. What a card said last that it holds stands in a row for its SIM.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table campaigns drop constraint campaigns_action_check, alter column applet_type drop not null;
alter table ota_jobs drop constraint ota_jobs_action_type_check, alter column applet_type drop not null,
  alter column package_aid drop not null, alter column instance_aid drop not null;
drop index ota_jobs_open;
create unique index ota_jobs_open on ota_jobs (sim_id, applet_type, action_type) nulls not distinct
  where status in ('Ready', 'Started', 'Interrupted');

create table sim_inventories (
  sim_id bigint primary key references sims on delete cascade,
  read_at timestamptz not null default now(),
  load_files jsonb not null,
  applications jsonb not null
);
`,
    )
    .execute(db)
}
