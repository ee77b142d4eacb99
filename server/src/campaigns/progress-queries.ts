import { sql } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import { uninstallDecides } from '../ota-kinds/sql/combined-progress.ts'
import type { Db } from '../platform/db/database.ts'

/** The combined status of an install and an uninstall (specification §4, "On an OTA log event"). */
const combined = sql`case when ${uninstallDecides('i', 'u')} then u.status else i.status end`

/** The last OTA of that kind in the last campaign of a SIM and applet type. */
const lastOf = (kind: OtaKindName) => sql`
  select id, status from ota_jobs where sim_id = chosen.sim_id and applet_type = chosen.applet_type and campaign_id = latest.campaign_id
    and kind = ${sql.lit(kind)} order by id desc limit 1`

/**
 * Writes the last install and removal of the SIMs of these OTAs into `sim_ota`, and their combined status into `sims`. Both OTAs are of the
 * latest campaign of a SIM and applet type: an install of an earlier campaign is not shown beside the removal of a later one. Unchanged
 * rows are not written, because a write also updates the indexes on status and time.
 */
export async function projectJobs(
  db: Db,
  jobs: { campaignId: number } | { jobIds: readonly number[] },
  appletType: AppletType,
): Promise<void> {
  const which = 'campaignId' in jobs ? sql`campaign_id = ${jobs.campaignId}` : sql`id = any(${jobs.jobIds})`
  const status = sql.ref(appletType === appletTypes.poller ? 'status_poller' : 'status_other_applet')
  await sql`
    with latest as materialized (
      select chosen.sim_id, chosen.applet_type, i.id as install_job_id, u.id as uninstall_job_id, ${combined} as status
      from (select distinct sim_id, applet_type from ota_jobs where ${which} and applet_type = ${appletType} order by sim_id) chosen
      cross join lateral (select max(campaign_id) as campaign_id from ota_jobs
        where sim_id = chosen.sim_id and applet_type = chosen.applet_type) latest
      left join lateral (${lastOf('install')}) i on true
      left join lateral (${lastOf('remove')}) u on true
    ),
    slots as (
      insert into sim_ota (sim_id, applet_type, install_job_id, uninstall_job_id)
      select sim_id, applet_type, install_job_id, uninstall_job_id from latest
      where not exists (
        select 1 from sim_ota known where known.sim_id = latest.sim_id and known.applet_type = latest.applet_type and known.earlier is null
          and known.install_job_id is not distinct from latest.install_job_id
          and known.uninstall_job_id is not distinct from latest.uninstall_job_id)
      on conflict (sim_id, applet_type) do update set install_job_id = excluded.install_job_id,
        uninstall_job_id = excluded.uninstall_job_id, earlier = null
    )
    update sims set ${status} = latest.status, updated_at = now() from latest
    where sims.id = latest.sim_id and sims.${status} is distinct from latest.status`.execute(db)
}
