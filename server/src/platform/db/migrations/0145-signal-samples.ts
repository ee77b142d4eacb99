import { type Kysely, sql } from 'kysely'

/**
 * The signal of SIMs during the last day or two, in a partition for each day: at most one sample of a SIM in a quarter of an hour, so that a
 * million SIMs write few rows. They have no foreign key, whose check would cost more than the row; samples of deleted SIMs are never read,
 * and go with their day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table signal_samples (
  sim_id bigint not null,
  at timestamptz not null,
  rsrp smallint,
  rsrq smallint
) partition by range (at);
create table signal_samples_default partition of signal_samples default;
create index signal_samples_sim on signal_samples (sim_id);

-- The time of the SIM's last sample.
alter table sim_contacts add column sampled_at timestamptz;
`
