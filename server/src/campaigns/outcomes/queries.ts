import { sql } from 'kysely'
import type { NamedOtaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { outcomes } from '../sql/outcomes.ts'

export type StatusCount = { campaign_id: number; wave: number; status: OtaStatus; sims: number; cancelled: number }

/** Numbers of SIMs of the campaigns by wave and by the status of the requested OTA, with the number of cancelled ones. */
export async function countStatuses(db: Db, campaignIds: readonly number[]): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select campaign_id, wave, status, count(*) as sims, count(*) filter (where cancelled) as cancelled
    from ${outcomes(sql`campaign_id = any(${campaignIds})`)} o group by campaign_id, wave, status
    order by campaign_id, wave, status
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
  wave: number
  attempts: number
}

/** The next SIMs of a campaign's result in the order of their ids, one row each. */
export async function selectResults(db: Db, campaignId: number, afterSimId: number, take: number): Promise<ResultRow[]> {
  const next = sql`campaign_id = ${campaignId} and sim_id > ${afterSimId} and sim_id <= (select max(sim_id) from page)`
  const { rows } = await sql<ResultRow>`
    with page as materialized (
      select distinct sim_id from ota_jobs where campaign_id = ${campaignId} and sim_id > ${afterSimId} order by sim_id limit ${take}
    )
    select j.sim_id, sims.iccid, sims.device_alias, j.kind, j.package_aid, packages.ota_version, packages.label, o.status, j.code, j.sw,
      j.reason, o.cancelled, j.acked, j.total, j.started_at, j.finished_at, j.wave, j.attempts
    from ${outcomes(next)} o join ota_jobs j on j.id = o.job_id join sims on sims.id = j.sim_id
    left join packages on packages.id = j.package_id
    order by j.sim_id
  `.execute(db)
  return rows
}
