import { type Kysely, sql } from 'kysely'

/**
 * A list that is walked deep reads indexes alone, where they carry what it asks for (those of the ICCID and of versions lacked the id), and as long as
 * vacuum has told that all on a page is visible: told after a twentieth of the rows has changed, or came, instead of a fifth.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sims drop constraint sims_iccid_key;
alter table sims add constraint sims_iccid_key unique (iccid)
  include (id, facets, updated_at, poller_version, other_applet_version, poller_name, other_applet_name);
drop index sims_poller_version, sims_other_applet_version;
create index sims_poller_version on sims (poller_version, id) where poller_version is not null;
create index sims_other_applet_version on sims (other_applet_version, id) where other_applet_version is not null;
alter table sims set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table sim_contacts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
`
