import { type Kysely, sql } from 'kysely'

/**
 * The highest poll counter is kept for each CAP_AUTH_KEY that a SIM ever had, found by a keyed fingerprint of ICCID and key. Keys of
 * before get their fingerprint at the next start, since it takes the master key; until then their counters lie in
 * earlier_poll_counters. Lines that wait to be imported, and what an undo puts back, hold keys without a fingerprint: they are dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table poll_counters (
  cap_auth_fingerprint bytea primary key,
  poll_counter bigint not null
) with (fillfactor = 70);
alter table sim_keys add column cap_auth_fingerprint bytea;
create index sim_keys_without_fingerprint on sim_keys (sim_id) where cap_auth_fingerprint is null;
alter table sim_import_lines add column cap_auth_fingerprint bytea;
alter table sim_polls rename to earlier_poll_counters;
alter index sim_polls_pkey rename to earlier_poll_counters_pkey;
alter table earlier_poll_counters rename constraint sim_polls_sim_id_fkey to earlier_poll_counters_sim_id_fkey;
delete from sim_import_lines where cap_auth_key is not null;
delete from sim_import_undos where exists (select 1 from sim_import_undo_sims where keys_before is not null);
`
