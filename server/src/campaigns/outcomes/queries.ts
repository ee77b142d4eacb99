import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NamedOtaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { uninstallDecides } from '../../ota-kinds/sql/combined-progress.ts'
import type { Db } from '../../platform/db/database.ts'

/** In the SQL of this file, `u` is the removal of a SIM, and `i` its other OTA, such as the install after that removal. */
const removalDecides = uninstallDecides('i', 'u')

/** True between the two OTAs of a replacement: the old applet is removed, and the install has not begun. */
const halfReplaced = sql<SqlBool>`(i.status = 'Ready' and u.status in ('Succeeded', 'NotFound'))`

/** True if all OTAs of the SIM were cancelled before anything was sent. */
const wasCancelled = sql<SqlBool>`((i.id is null or i.reason is not distinct from 'cancelled') and (u.id is null or u.reason is not distinct from 'cancelled'))`

/** The OTA with the combined status of each SIM; `campaigns` is a condition on `campaign_id`. */
function outcomes(campaigns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select case when ${removalDecides} then u.id else i.id end as job_id, case when ${removalDecides} then u.status when ${halfReplaced} then 'Started' else i.status end as status,
      ${wasCancelled} as cancelled,
      campaign_id, sim_id
    from (select * from ota_jobs where ${campaigns} and kind <> 'remove') i
    full join (select * from ota_jobs where ${campaigns} and kind = 'remove') u using (campaign_id, sim_id)
  )`
}

export type StatusCount = { campaign_id: number; status: OtaStatus; sims: number; cancelled: number }

/** Numbers of SIMs of the campaigns by the status of the requested OTA, with the number of cancelled ones. */
export async function countStatuses(db: Db, campaignIds: readonly number[]): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select campaign_id, status, count(*) as sims, count(*) filter (where cancelled) as cancelled
    from ${outcomes(sql`campaign_id = any(${campaignIds})`)} o group by campaign_id, status
  `.execute(db)
  return rows
}

export type ResultRow = {
  sim_id: number
  iccid: string
  device_alias: string | null
  kind: NamedOtaKind
  package_aid: string | null
  ota_version: string | null
  label: string | null
  status: OtaStatus
  code: number | null
  sw: string | null
  reason: string | null
  cancelled: boolean
  acked: number
  total: number
  started_at: Date | null
  finished_at: Date | null
}

/** The next SIMs of a campaign's result in the order of their ids, one row each. */
export async function selectResults(db: Db, campaignId: number, afterSimId: number, take: number): Promise<ResultRow[]> {
  const next = sql`campaign_id = ${campaignId} and sim_id > ${afterSimId} and sim_id <= (select max(sim_id) from page)`
  const { rows } = await sql<ResultRow>`
    with page as materialized (
      select distinct sim_id from ota_jobs where campaign_id = ${campaignId} and sim_id > ${afterSimId} order by sim_id limit ${take}
    )
    select j.sim_id, sims.iccid, sims.device_alias, j.kind, j.package_aid, packages.ota_version, packages.label, o.status, j.code, j.sw,
      j.reason, o.cancelled, j.acked, j.total, j.started_at, j.finished_at
    from ${outcomes(next)} o join ota_jobs j on j.id = o.job_id join sims on sims.id = j.sim_id
    left join packages on packages.id = j.package_id
    order by j.sim_id
  `.execute(db)
  return rows
}
