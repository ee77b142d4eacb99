import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AppletType, appletTypes, type Progress } from '@simdeck/contract/ota-progress.ts'

/** Progress with the package that it is about; of a removal, no more than the name may be known. Times are ISO strings. */
export type ShownProgress = Progress & { package_name?: string | null; package_version?: string | null }

/** What the slots of a SIM did last, by applet type. */
export type ShownOta = Partial<Record<AppletType, { install?: ShownProgress | null; uninstall?: ShownProgress | null }>>

/** The progress of a row of `ota_jobs`; null where there is none. */
const progressOf = (job: string) =>
  sql.raw(`case when ${job}.id is not null then jsonb_build_object(
    'status', ${job}.status, 'action_type', jsonb_build_object('type', ${job}.action_type), 'ota_id', ${job}.id,
    'acked', ${job}.acked, 'total', ${job}.total, 'code', ${job}.code, 'sw', ${job}.sw, 'reason', ${job}.reason,
    'updated_at', to_char(${job}.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'package_name', coalesce((select name from packages where id = ${job}.package_id),
      (select name from packages where package_aid = ${job}.package_aid order by id desc limit 1)),
    'package_version', (select ota_version from packages where id = ${job}.package_id)) end`)

/** The progress of an action of `sim_ota`, for statements that join its OTA by the name of the action. */
const shown = (action: 'install' | 'uninstall') => sql`coalesce(${progressOf(action)}, sim_ota.earlier -> ${sql.lit(action)})`

/** The `ShownOta` of a row of `sims`; null if no OTA was ever made for the SIM. */
export const otaShown = sql<ShownOta | null>`(
  select jsonb_object_agg(sim_ota.applet_type, jsonb_build_object('install', ${shown('install')}, 'uninstall', ${shown('uninstall')}))
  from sim_ota left join ota_jobs install on install.id = install_job_id left join ota_jobs uninstall on uninstall.id = uninstall_job_id
  where sim_ota.sim_id = sims.id)`

/** Whether a user cancelled the OTA that failed last in that slot of a row of `sims`. */
export function failedByCancelling(slot: keyof typeof appletTypes): RawBuilder<SqlBool> {
  const column = (action: 'install' | 'uninstall', name: 'status' | 'reason') =>
    sql`coalesce(${sql.ref(`${action}.${name}`)}, sim_ota.earlier -> ${sql.lit(action)} ->> ${sql.lit(name)})`
  return sql<SqlBool>`coalesce((
    select case when ${column('install', 'status')} = 'Failed' then ${column('install', 'reason')} else ${column('uninstall', 'reason')} end
      = 'cancelled'
    from sim_ota left join ota_jobs install on install.id = install_job_id left join ota_jobs uninstall on uninstall.id = uninstall_job_id
    where sim_ota.sim_id = sims.id and sim_ota.applet_type = ${sql.lit(appletTypes[slot])}), false)`
}
