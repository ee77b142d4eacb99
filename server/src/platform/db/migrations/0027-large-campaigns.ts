import { type Kysely, sql } from 'kysely'

/**
 * Makes rows of OTAs cheap, since a campaign writes two million of them at once. Foreign keys would look up and lock a row for each.
 * Campaigns and packages are never deleted; SIMs are not deleted while a campaign starts, and take their OTAs with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_jobs
  drop constraint ota_jobs_campaign_id_fkey, drop constraint ota_jobs_sim_id_fkey, drop constraint ota_jobs_package_id_fkey;
create function delete_ota_jobs() returns trigger language plpgsql as $$
begin
  delete from ota_jobs using deleted where ota_jobs.sim_id = deleted.id;
  return null;
end $$;
create trigger sims_ota_jobs after delete on sims referencing old table as deleted
  for each statement execute function delete_ota_jobs();
-- ota_jobs_open finds the open OTAs of a SIM as well.
drop index ota_jobs_work;

-- Without regular expressions, which are compiled to automata anew for each row.
alter table ota_jobs drop constraint ota_jobs_kind_check,
  add constraint ota_jobs_kind_check check (kind <> '' and ltrim(kind, 'abcdefghijklmnopqrstuvwxyz-') = '');
alter table sims drop constraint sims_iccid_check,
  add constraint sims_iccid_check check (length(iccid) in (19, 20) and ltrim(iccid, '0123456789') = '');

-- An OTA is deleted with its SIM only, and the slots of that SIM with it.
alter table sim_ota drop constraint sim_ota_install_job_id_fkey, drop constraint sim_ota_uninstall_job_id_fkey;
drop index sim_ota_install, sim_ota_uninstall;
`
