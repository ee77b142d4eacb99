import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The progress of an ota_jobs row as it lies in its SIM's row; null where there is no such OTA. */
const progressOf = (alias: string) =>
  sql.raw(`case when ${alias}.id is null then null else jsonb_build_object(
    'status', ${alias}.status, 'action_type', jsonb_build_object('type', ${alias}.action_type), 'ota_id', ${alias}.id,
    'acked', ${alias}.acked, 'total', ${alias}.total, 'code', ${alias}.code, 'sw', ${alias}.sw, 'reason', ${alias}.reason,
    'updated_at', to_char(${alias}.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`)

/** The combined status of an install and an uninstall (specification §4, "On an OTA log event"). */
const combined = sql.raw(`case
  when i.id is null then u.status
  when u.id is null or i.status <> 'Ready' then i.status
  when u.status in ('Blocked', 'Started', 'Interrupted', 'Failed') then u.status
  else i.status end`)

/**
 * The latest campaign of a SIM and applet type decides what both columns show: an install of an earlier campaign says nothing
 * beside the removal of a later one.
 */
export async function projectJobs(db: Db, jobs: { campaignId: number } | { jobIds: readonly number[] }): Promise<void> {
  const chosen =
    'campaignId' in jobs
      ? sql`select distinct sim_id, applet_type from ota_jobs where campaign_id = ${jobs.campaignId}`
      : sql`select distinct sim_id, applet_type from ota_jobs where id = any(${jobs.jobIds})`
  for (const { type, column } of [
    { type: 0, column: 'poller' },
    { type: 1, column: 'other' },
  ]) {
    const install = sql.raw(`${column}_install`)
    const uninstall = sql.raw(`${column}_uninstall`)
    const status = sql.raw(column === 'poller' ? 'status_poller' : 'status_other_applet')
    await sql`
      update sims set ${install} = ${progressOf('i')}, ${uninstall} = ${progressOf('u')}, ${status} = ${combined}, updated_at = now()
      from (${chosen}) chosen
      cross join lateral (select max(campaign_id) as campaign_id from ota_jobs
        where sim_id = chosen.sim_id and applet_type = chosen.applet_type) latest
      left join lateral (select * from ota_jobs where sim_id = chosen.sim_id and applet_type = chosen.applet_type
        and campaign_id = latest.campaign_id and action_type = 1 order by id desc limit 1) i on true
      left join lateral (select * from ota_jobs where sim_id = chosen.sim_id and applet_type = chosen.applet_type
        and campaign_id = latest.campaign_id and action_type = 2 order by id desc limit 1) u on true
      where sims.id = chosen.sim_id and chosen.applet_type = ${type}
    `.execute(db)
  }
}
