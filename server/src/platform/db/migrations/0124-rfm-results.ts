import { type Kysely, sql } from 'kysely'

/** The answers of cards to scripts of remote file management, by their OTA. Octets are hex. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table rfm_results (
  ota_id bigint primary key references ota_jobs on delete cascade,
  sim_id bigint not null references sims on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  script_id bigint not null references package_scripts,
  answers jsonb not null
);
create index rfm_results_campaign on rfm_results (campaign_id, ota_id);
create index rfm_results_sim on rfm_results (sim_id);
`
