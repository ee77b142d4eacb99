import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CampaignSimStatus, WaitingReason } from '@simdeck/contract/campaign-report.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { Sought } from '@simdeck/contract/sim-search.ts'
import type { Db } from '../../platform/db/database.ts'
import { simsMatching } from '../../sims/sql/sims-matching.ts'
import { campaignSims, removalDecides, simCancelled, simStatus, waitingReason, waitingTables } from '../sql/campaign-sims.ts'

export type CampaignSimFilter = {
  status?: CampaignSimStatus | undefined
  wave?: number | undefined
  cause?: { code: number; sw: string | null; reason: string | null } | undefined
  cell?: { mcc: string; mnc: string; lac: number; cellId: number } | undefined
  waiting?: WaitingReason | undefined
  quarantined?: 'true' | undefined
  search?: Sought | undefined
  simIds?: readonly number[] | undefined
}

/** `job_id` is the OTA that decides the status; `removal_id` the removal before another OTA. */
export type CampaignSimRow = {
  sim_id: number
  wave: number
  job_id: number
  main_id: number
  removal_id: number | null
  status: OtaStatus
  cancelled: boolean
}

const simsWith = (campaignId: number, { waiting }: CampaignSimFilter) =>
  campaignSims(campaignId, waiting === undefined ? undefined : waitingTables(campaignId))

/** Number of SIMs up to which those of a status are looked up first; otherwise the page soon has enough of them. */
const maxLookedUp = 50_000

function matching(campaignId: number, filter: CampaignSimFilter, ofStatus: number): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  const { wave, cause, cell, search } = filter
  if (filter.status !== undefined) {
    const known = filter.status === 'Cancelled' ? 'Failed' : filter.status
    add(sql`(${simStatus}) = ${known}`)
    if (known === 'Failed') add(sql`${simCancelled} = ${filter.status === 'Cancelled'}`)
    // Between its two OTAs a SIM is Started, although one of them has ended and the other is Ready.
    const begun = known === 'Started' ? sql`or (kind = 'remove' and (status in ('Succeeded', 'NotFound') or poll_by is not null))` : sql``
    if (ofStatus <= maxLookedUp)
      add(sql`m.sim_id in (select sim_id from ota_jobs where campaign_id = ${campaignId} and (status = ${known} ${begun}))`)
  }
  if (wave !== undefined) add(sql`m.wave = ${wave}`)
  if (cause) {
    const { code, sw, reason } = cause
    const has = (job: 'm' | 'u') =>
      sql`(${sql.ref(`${job}.code`)} = ${code} and ${sql.ref(`${job}.sw`)} is not distinct from ${sw}::text
        and ${sql.ref(`${job}.reason`)} is not distinct from ${reason}::text)`
    add(sql`case when ${removalDecides} then ${has('u')} else ${has('m')} end`)
    add(sql`m.sim_id in (select sim_id from ota_jobs where campaign_id = ${campaignId}
      and status in ('Failed', 'Blocked', 'Interrupted') and code = ${code})`)
  }
  if (cell)
    add(sql`m.sim_id in (select sim_id from sim_contacts where mcc = ${cell.mcc} and mnc = ${cell.mnc} and lac = ${cell.lac}
      and cell_id = ${cell.cellId})`)
  if (filter.waiting !== undefined) {
    add(sql`m.status = 'Ready' and (${simStatus}) = 'Ready'`)
    add(sql`(${waitingReason}) = ${filter.waiting}`)
  }
  if (filter.quarantined) add(sql`m.sim_id in (select sim_id from quarantined_sims where campaign_id = ${campaignId})`)
  if (filter.simIds) add(sql`m.sim_id = any(${filter.simIds}::bigint[])`)
  if (search) add(sql`m.sim_id in (select sims.id from sims where ${simsMatching({ search })})`)
  return sql.join(conditions, sql` and `)
}

/** `ofStatus` is the number of SIMs with the status of the filter. */
export async function selectCampaignSims(
  db: Db,
  campaignId: number,
  {
    filter,
    ofStatus,
    newestFirst,
    take,
    skip,
  }: { filter: CampaignSimFilter; ofStatus: number; newestFirst: boolean; take: number; skip: number },
): Promise<CampaignSimRow[]> {
  const { rows } = await sql<CampaignSimRow>`
    select m.sim_id, m.wave, case when ${removalDecides} then u.id else m.id end as job_id, m.id as main_id, u.id as removal_id,
      ${simStatus} as status, ${simCancelled} as cancelled
    from ${simsWith(campaignId, filter)} and ${matching(campaignId, filter, ofStatus)}
    order by m.sim_id ${sql.raw(newestFirst ? 'desc' : 'asc')} limit ${take} offset ${skip}`.execute(db)
  return rows
}

export async function countCampaignSims(db: Db, campaignId: number, filter: CampaignSimFilter, ofStatus: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${simsWith(campaignId, filter)} and ${matching(campaignId, filter, ofStatus)}`.execute(db)
  return rows[0]!.total
}
