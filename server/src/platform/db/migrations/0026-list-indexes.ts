import { type Kysely, sql } from 'kysely'

/**
 * The indexes, texts and packed columns of the SIM list go: each node finds SIMs in an index in its memory (decision 14). What remains finds
 * SIMs by ICCID, package and group, and those that sweeps look for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
drop trigger sims_texts on sims;
drop trigger sims_texts_kept on sims;
drop function make_sim_texts(), keep_sim_texts(), words_of(sims), grams_of(sims), letters_of(text);
drop table sim_texts;

drop trigger sims_contacts_kept on sims;
drop function keep_sim_contacts();
create or replace function make_sim_contacts() returns trigger language plpgsql as $$
begin
  insert into sim_contacts (sim_id) select id from added;
  return null;
end $$;

drop index sims_cm_platform, sims_connection, sims_created_at, sims_device_alias, sims_external_device_id, sims_id, sims_imei, sims_imsi,
  sims_msisdn, sims_operator, sims_other_applet_name, sims_other_applet_version, sims_other_applet_version_parts, sims_poller_name,
  sims_poller_version, sims_poller_version_parts, sims_status, sims_status_other_applet, sims_status_poller, sims_type, sims_updated_at,
  sim_contacts_last_poll, sim_contacts_rsrp;
alter table sims drop constraint sims_iccid_key;
alter table sims add constraint sims_iccid_key unique (iccid);
alter table sims drop column facets, drop column poller_version_parts, drop column other_applet_version_parts;
alter table sim_contacts drop column facets;

-- The SIMs that the sweep of connections looks at.
create index sims_in_session on sims (id) where connection = 2;
create index sim_contacts_last_poll on sim_contacts (last_poll, sim_id);
`
