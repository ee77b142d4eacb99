import { sql } from 'kysely'
import type { CampaignDiagnosis } from '@simdeck/contract/campaign-report.ts'
import type { Db } from '../../platform/db/database.ts'
import { campaignSims, simCancelled, simStatus, waitingReason, waitingTables } from '../sql/campaign-sims.ts'

export type Diagnosis = Omit<CampaignDiagnosis, 'at'>

/** Most groups of causes, most cells, and the least number of results of a cell. */
const maxCauses = 100
const maxCells = 10
const leastResults = 5

/** Counts the causes in a campaign. It reads the OTAs of the campaign, and the last contact of those that are Ready or have ended. */
export async function countDiagnosis(db: Db, campaignId: number): Promise<Diagnosis> {
  const causes = await sql<Diagnosis['causes'][number]>`
    select status, code, sw, reason, count(distinct sim_id) as sims from ota_jobs
    where campaign_id = ${campaignId} and status in ('Failed', 'Blocked', 'Interrupted') and reason is distinct from 'cancelled'
    group by status, code, sw, reason order by sims desc, status, code, sw, reason limit ${maxCauses}`.execute(db)
  const waiting = await sql<Diagnosis['waiting'][number]>`
    select reason, count(*) as sims from (
      select ${waitingReason} as reason from ${campaignSims(campaignId, waitingTables(campaignId))} and m.status = 'Ready' and (${simStatus}) = 'Ready'
    ) ready group by reason order by sims desc, reason`.execute(db)
  const cells = await sql<Diagnosis['cells'][number]>`
    select mcc, mnc, lac, cell_id as "cellId", count(*) as ended, count(*) filter (where status <> 'Succeeded') as failed
    from (
      select contact.mcc, contact.mnc, contact.lac, contact.cell_id, ${simStatus} as status
      from ${campaignSims(campaignId, sql`join sim_contacts contact on contact.sim_id = m.sim_id`)}
        and not ${simCancelled} and contact.cell_id is not null and contact.lac is not null
    ) ended where status in ('Succeeded', 'Failed', 'Blocked')
    group by mcc, mnc, lac, cell_id having count(*) >= ${leastResults} and count(*) filter (where status <> 'Succeeded') > 0
    order by count(*) filter (where status <> 'Succeeded')::float / count(*) desc, failed desc, mcc, mnc, lac, cell_id
    limit ${maxCells}`.execute(db)
  return { causes: causes.rows, waiting: waiting.rows, cells: cells.rows }
}

export type StoredDiagnosis = { at: Date; diagnosis: Diagnosis }

export async function selectDiagnosis(db: Db, campaignId: number): Promise<StoredDiagnosis | undefined> {
  return db.selectFrom('campaign_diagnoses').select(['at', 'diagnosis']).where('campaign_id', '=', campaignId).executeTakeFirst()
}

export async function storeDiagnosis(db: Db, campaignId: number, diagnosis: Diagnosis, isFinal: boolean): Promise<void> {
  const values = { at: sql<Date>`now()`, is_final: isFinal, diagnosis: JSON.stringify(diagnosis) }
  await db
    .insertInto('campaign_diagnoses')
    .values({ campaign_id: campaignId, ...values })
    .onConflict((conflict) => conflict.column('campaign_id').doUpdateSet(values))
    .execute()
}

/** Campaigns of more than `total` SIMs without a final diagnosis. */
export async function selectUndiagnosed(db: Db, total: number): Promise<{ id: number; finished_at: Date | null }[]> {
  return db
    .selectFrom('campaigns')
    .select(['id', 'finished_at'])
    .where('total', '>', total)
    .where(sql<boolean>`not exists (select from campaign_diagnoses d where d.campaign_id = campaigns.id and d.is_final)`)
    .orderBy('id')
    .execute()
}
