import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CampaignSimStatus } from '@simdeck/contract/campaign-report.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { Sought } from '@simdeck/contract/sim-search.ts'
import type { Db } from '../../platform/db/database.ts'
import { uninstallDecides } from '../../ota-kinds/sql/combined-progress.ts'
import { simsMatching } from '../../sims/sql/sims-matching.ts'

export type CampaignSimFilter = {
  status?: CampaignSimStatus | undefined
  wave?: number | undefined
  cause?: { code: number; sw: string | null; reason: string | null } | undefined
  cell?: { mcc: string; mnc: string; lac: number; cellId: number } | undefined
  search?: Sought | undefined
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

const removalDecides = uninstallDecides('m', 'u')
const halfReplaced = sql<SqlBool>`(m.status = 'Ready' and u.status in ('Succeeded', 'NotFound'))`
const status = sql`case when ${removalDecides} then u.status when ${halfReplaced} then 'Started' else m.status end`
const cancelled = sql<SqlBool>`(m.reason is not distinct from 'cancelled' and (u.id is null or u.reason is not distinct from 'cancelled'))`

/**
 * One row `m` for each SIM of a campaign, with its removal `u` if there is one besides: the same SIMs and statuses as `outcomes`, in a form in
 * which a page is read without the rest of the campaign.
 */
const simsOf = (campaignId: number) => sql`ota_jobs m
  left join lateral (select r.id, r.status, r.reason, r.code, r.sw from ota_jobs r
    where m.kind <> 'remove' and r.campaign_id = m.campaign_id and r.sim_id = m.sim_id and r.kind = 'remove') u on true
  where m.campaign_id = ${campaignId} and (m.kind <> 'remove'
    or not exists (select from ota_jobs o where o.campaign_id = m.campaign_id and o.sim_id = m.sim_id and o.kind <> 'remove'))`

/** Number of SIMs up to which those of a status are looked up first; otherwise the page soon has enough of them. */
const maxLookedUp = 50_000

function matching(campaignId: number, filter: CampaignSimFilter, ofStatus: number): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  const { wave, cause, cell, search } = filter
  if (filter.status !== undefined) {
    const known = filter.status === 'Cancelled' ? 'Failed' : filter.status
    add(sql`(${status}) = ${known}`)
    if (known === 'Failed') add(sql`${cancelled} = ${filter.status === 'Cancelled'}`)
    const begun = known === 'Started' ? sql`or (kind = 'remove' and status in ('Succeeded', 'NotFound'))` : sql``
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
      ${status} as status, ${cancelled} as cancelled
    from ${simsOf(campaignId)} and ${matching(campaignId, filter, ofStatus)}
    order by m.sim_id ${sql.raw(newestFirst ? 'desc' : 'asc')} limit ${take} offset ${skip}`.execute(db)
  return rows
}

export async function countCampaignSims(db: Db, campaignId: number, filter: CampaignSimFilter, ofStatus: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${simsOf(campaignId)} and ${matching(campaignId, filter, ofStatus)}`.execute(db)
  return rows[0]!.total
}
