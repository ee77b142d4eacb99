import { type Kysely, sql } from 'kysely'

/**
 * The set-up of a large campaign lists its SIMs once, and then writes their OTAs in parts, each in a transaction that deletes the part.
 * Each array has one element for each SIM of the part, or null. `step` has the columns of the OTAs that are the same for all SIMs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaign_setups add column is_listed boolean not null default false, add column step jsonb;
create table campaign_setup_parts (
  campaign_id bigint not null,
  part integer not null,
  sim_ids bigint[] not null,
  waves smallint[] not null,
  remove_package_ids bigint[] not null,
  remove_package_aids text[] not null,
  remove_instance_aids text[] not null,
  package_ids bigint[] not null,
  package_aids text[] not null,
  params jsonb[] not null,
  primary key (campaign_id, part)
);
`
