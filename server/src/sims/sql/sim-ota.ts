import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type AppletType, appletTypes, type Progress } from '@simdeck/contract/ota-progress.ts'
import { actionTypeOf } from '../../packages/sql/action-type.ts'

/** Progress with its package. For a removal maybe only the name of the package is known. Times are ISO strings. */
export type ShownProgress = Progress & { package_name?: string | null; package_version?: string | null }

/** The progress of the last install and of the last removal. */
export type ShownSlot = Partial<Record<OtaKindName, ShownProgress>>

/** The last OTAs of a SIM, by applet type. `earlier` contains those without a row in `ota_jobs`, `jobs` those with one. */
export type ShownOta = Partial<Record<AppletType, { earlier: ShownSlot | null; jobs: ShownSlot | null }>>

/** The progress of a row of `ota_jobs`, `j`, with its keys in the order of `jsonb`, as in `earlier`. */
const progress = sql`json_build_object(
  'sw', j.sw, 'code', j.code, 'acked', j.acked, 'total', j.total, 'ota_id', j.id, 'reason', j.reason, 'status', j.status,
  'updated_at', to_char(j.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'action_type', json_build_object('type', ${actionTypeOf('j.kind')}),
  'package_name', coalesce(p.name, (select name from packages where package_aid = j.package_aid order by id desc limit 1)),
  'package_version', p.ota_version)`

/** The `ShownOta` of a row of `sims`; null if no OTA was ever made for the SIM. */
export const otaShown = sql<ShownOta | null>`(
  select json_object_agg(sim_ota.applet_type, json_build_object('earlier', sim_ota.earlier, 'jobs', (
    select json_object_agg(j.kind, ${progress})
    from ota_jobs j left join packages p on p.id = j.package_id where j.id = any(array[install_job_id, uninstall_job_id]))))
  from sim_ota where sim_ota.sim_id = sims.id)`

/** The progress of the last OTA of a row of `sims` on its data and of the last one on its files; null if there was none. */
export const cardOtaShown = sql<ShownSlot | null>`(
  select json_object_agg(j.kind, ${progress})
  from (values ('store-data'), ('rfm')) kinds (kind)
  join lateral (select * from ota_jobs where ota_jobs.sim_id = sims.id and ota_jobs.kind = kinds.kind order by id desc limit 1) j on true
  left join packages p on p.id = j.package_id)`

/** True if a user cancelled the OTA that failed last for an applet type of a row of `sims`. */
export function failedByCancelling(slot: keyof typeof appletTypes): RawBuilder<SqlBool> {
  const column = (kind: 'install' | 'remove', name: 'status' | 'reason') =>
    sql`coalesce(${sql.ref(`${kind}.${name}`)}, sim_ota.earlier -> ${sql.lit(kind)} ->> ${sql.lit(name)})`
  return sql<SqlBool>`coalesce((
    select case when ${column('install', 'status')} = 'Failed' then ${column('install', 'reason')} else ${column('remove', 'reason')} end
      = 'cancelled'
    from sim_ota left join ota_jobs install on install.id = install_job_id left join ota_jobs remove on remove.id = uninstall_job_id
    where sim_ota.sim_id = sims.id and sim_ota.applet_type = ${sql.lit(appletTypes[slot])}), false)`
}
