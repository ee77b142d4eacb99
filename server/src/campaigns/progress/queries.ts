import { sql } from 'kysely'
import { actionTypes } from '@simdeck/contract/ota-progress.ts'
import { speaksForBoth } from '../../ota-kinds/sql/combined-progress.ts'
import type { Db } from '../../platform/db/database.ts'

/** The progress of an ota_jobs row as it lies in its SIM's row, with what it is about; null where there is no such OTA. */
const progressOf = (alias: string) =>
  sql.raw(`case when ${alias}.id is null then null else jsonb_build_object(
    'status', ${alias}.status, 'action_type', jsonb_build_object('type', ${alias}.action_type), 'ota_id', ${alias}.id,
    'acked', ${alias}.acked, 'total', ${alias}.total, 'code', ${alias}.code, 'sw', ${alias}.sw, 'reason', ${alias}.reason,
    'updated_at', to_char(${alias}.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'package_name', coalesce((select name from packages where id = ${alias}.package_id),
      (select name from packages where package_aid = ${alias}.package_aid order by id desc limit 1)),
    'package_version', (select ota_version from packages where id = ${alias}.package_id)) end`)

/** The combined status of an install and an uninstall (specification §4, "On an OTA log event"). */
const combined = sql`case when ${speaksForBoth('i', 'u')} then u.status else i.status end`

/**
 * The latest campaign of a SIM and applet type decides what both columns show: an install of an earlier campaign says nothing
 * beside the removal of a later one. How far it is does not count as a change of the SIM: indexes hold when that was.
 */
export async function projectJobs(db: Db, jobs: { campaignId: number } | { jobIds: readonly number[] }, appletType: number): Promise<void> {
  const which = 'campaignId' in jobs ? sql`campaign_id = ${jobs.campaignId}` : sql`id = any(${jobs.jobIds})`
  const column = appletType === 0 ? 'poller' : 'other'
  const status = appletType === 0 ? 'status_poller' : 'status_other_applet'
  await sql`
    update sims set ${sql.raw(`${column}_install`)} = ${progressOf('i')}, ${sql.raw(`${column}_uninstall`)} = ${progressOf('u')},
      ${sql.raw(status)} = ${combined},
      updated_at = case when sims.${sql.raw(status)} is distinct from ${combined} then now() else sims.updated_at end
    from (select distinct sim_id from ota_jobs where ${which} and applet_type = ${appletType}) chosen
    cross join lateral (select max(campaign_id) as campaign_id from ota_jobs
      where sim_id = chosen.sim_id and applet_type = ${appletType}) latest
    left join lateral (select * from ota_jobs where sim_id = chosen.sim_id and applet_type = ${appletType}
      and campaign_id = latest.campaign_id and action_type = ${sql.lit(actionTypes.INSTALL_PACKAGE)} order by id desc limit 1) i on true
    left join lateral (select * from ota_jobs where sim_id = chosen.sim_id and applet_type = ${appletType}
      and campaign_id = latest.campaign_id and action_type = ${sql.lit(actionTypes.REMOVE_PACKAGE)} order by id desc limit 1) u on true
    where sims.id = chosen.sim_id`.execute(db)
}
