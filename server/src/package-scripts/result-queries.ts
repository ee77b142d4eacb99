import { sql } from 'kysely'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { mostCountedRefusals } from '@simdeck/contract/package-scripts.ts'
import type { Db } from '../platform/db/database.ts'
import type { StoredAnswers } from './tables.ts'

/** The OTA of a result, with its SIM, its campaign and the revision of its script. */
export type ResultKeys = { otaId: number; simId: number; campaignId: number; scriptId: number }

/** A later attempt of the same OTA replaces the answers of the one before. */
export async function insertResult(trx: Db, { otaId, simId, campaignId, scriptId }: ResultKeys, answers: StoredAnswers): Promise<void> {
  const values = { ota_id: otaId, sim_id: simId, campaign_id: campaignId, script_id: scriptId, answers: JSON.stringify(answers) }
  await trx
    .insertInto('rfm_results')
    .values(values)
    .onConflict((conflict) => conflict.column('ota_id').doUpdateSet({ answers: values.answers }))
    .execute()
}

export type ResultRow = {
  ota_id: number
  sim_id: number
  campaign_id: number
  script_id: number
  script_lines: number[] | null
  answers: StoredAnswers
  iccid: string
  device_alias: string | null
  campaign_name: string
  /** The OTA was sent by SMS, which reads nothing back. */
  is_by_sms: boolean
  status: OtaStatus
  code: number | null
  sw: string | null
  finished_at: Date | null
}

const columns = sql`r.ota_id, r.sim_id, r.campaign_id, r.script_id, o.params -> 'scriptLines' as script_lines, r.answers, s.iccid, s.device_alias, c.name as campaign_name,
  o.status, o.code, o.sw, o.finished_at, o.transport = 'sms' as is_by_sms
  from rfm_results r join ota_jobs o on o.id = r.ota_id join sims s on s.id = r.sim_id join campaigns c on c.id = r.campaign_id`

export async function selectResult(db: Db, otaId: number): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`select ${columns} where r.ota_id = ${otaId}`.execute(db)
  return rows[0]
}

/** Results of a campaign after the one of `after`, in the order of their OTAs. */
export async function selectCampaignResults(db: Db, campaignId: number, after: number, limit: number): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`select ${columns}
    where r.campaign_id = ${campaignId} and r.ota_id > ${after} order by r.ota_id limit ${limit}`.execute(db)
  return rows
}

/** Numbers of the answers of a card: to reads before an update, and to the lines. */
export type AnswerCounts = { before: number; lines: number }

const answered = (part: 'before' | 'lines') =>
  sql`jsonb_array_length(jsonb_path_query_array(r.answers, ${sql.lit(`$.${part}.keyvalue()`)}))`

/** The number of failed SIMs of a campaign with that status word and one of these numbers of answers, up to one more than are counted. */
export async function countRefusals(
  db: Db,
  { campaignId, sw, counts }: { campaignId: number; sw: string; counts: readonly AnswerCounts[] },
): Promise<number> {
  const pairs = sql.join(counts.map(({ before, lines }) => sql`(${lines}::int, ${before}::int)`))
  const { rows } = await sql<{ sims: number }>`select count(*) as sims from (select from rfm_results r join ota_jobs o on o.id = r.ota_id
    where r.campaign_id = ${campaignId} and (${answered('lines')}, ${answered('before')}) in (${pairs})
      and o.status = 'Failed' and o.sw = ${sw} limit ${mostCountedRefusals + 1}) same`.execute(db)
  return rows[0]!.sims
}

export async function hasCampaign(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from campaigns where id = ${id}`.execute(db)
  return rows.length > 0
}
