import { type RawBuilder, sql } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type OtaStatus, otaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { outcomes } from '../sql/outcomes.ts'

export type StatusCount = { campaign_id: number; wave: number; status: OtaStatus; sims: number; cancelled: number }

/**
 * Numbers of SIMs of the campaigns by wave and by the status of the requested OTA, with the number of cancelled ones. Those without an OTA,
 * because of a stop in the set-up, are cancelled ones.
 */
export async function countStatuses(db: Db, campaignIds: readonly number[]): Promise<StatusCount[]> {
  const written = await countsOfSims(db, outcomes(sql`campaign_id = any(${campaignIds})`))
  const unwritten = await db
    .selectFrom('campaign_unwritten')
    .select(['campaign_id', 'wave', 'sims', 'sims as cancelled', sql<'Failed'>`'Failed'`.as('status')])
    .where(sql<boolean>`campaign_id = any(${campaignIds})`)
    .orderBy('campaign_id')
    .orderBy('wave')
    .execute()
  return [...written, ...unwritten]
}

const otherThanReady = sql.join(otaStatuses.filter((status) => status !== 'Ready').map((status) => sql.lit(status)))

/** `sims` is a table of `outcomes` without a name. */
async function countsOfSims(db: Db, sims: RawBuilder<unknown>): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select o.campaign_id, o.wave, o.status, count(*) as sims, count(*) filter (where o.cancelled) as cancelled
    from ${sims} o group by o.campaign_id, o.wave, o.status order by o.campaign_id, o.wave, o.status`.execute(db)
  return rows
}

/**
 * The same numbers without the SIMs all of whose OTAs are Ready. It reads only the other SIMs, which are few while a campaign is being set
 * up.
 */
export async function countBegun(db: Db, campaignIds: readonly number[]): Promise<StatusCount[]> {
  return countsOfSims(
    db,
    sql`(select distinct campaign_id, sim_id from ota_jobs where campaign_id = any(${campaignIds}) and status in (${otherThanReady})) begun
    cross join lateral ${outcomes(sql`campaign_id = begun.campaign_id and sim_id = begun.sim_id`)}`,
  )
}

export type ResultRow = {
  sim_id: number
  iccid: string
  device_alias: string | null
  kind: OtaKindName
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
