import { type Kysely, sql } from 'kysely'

/**
 * The last install and the last removal of each slot of a SIM, as a row that points to them, in place of copies of their progress in the
 * row of the SIM. Progress without a row in `ota_jobs`, as seeded fleets have it, stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_ota (
  sim_id bigint not null references sims on delete cascade,
  applet_type integer not null check (applet_type in (0, 1)),
  install_job_id bigint,
  uninstall_job_id bigint,
  earlier jsonb,
  primary key (sim_id, applet_type)
);

insert into sim_ota
select sims.id, slot.applet_type, install.id, uninstall.id,
  nullif(case when install.id is null and slot.install is not null then jsonb_build_object('install', slot.install) else '{}' end
    || case when uninstall.id is null and slot.uninstall is not null then jsonb_build_object('remove', slot.uninstall) else '{}' end, '{}')
from sims
  cross join lateral (values (0, poller_install, poller_uninstall), (1, other_install, other_uninstall)) slot (applet_type, install, uninstall)
  left join ota_jobs install on install.id = (slot.install ->> 'ota_id')::bigint and install.sim_id = sims.id
  left join ota_jobs uninstall on uninstall.id = (slot.uninstall ->> 'ota_id')::bigint and uninstall.sim_id = sims.id
where slot.install is not null or slot.uninstall is not null;

alter table sim_ota
  add foreign key (install_job_id) references ota_jobs on delete set null,
  add foreign key (uninstall_job_id) references ota_jobs on delete set null;
-- Without them, deleting an OTA would look through every slot.
create index sim_ota_install on sim_ota (install_job_id) where install_job_id is not null;
create index sim_ota_uninstall on sim_ota (uninstall_job_id) where uninstall_job_id is not null;

alter table sims drop column poller_install, drop column poller_uninstall, drop column other_install, drop column other_uninstall;
`
