import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The time between the first and the last stored result of a campaign, and the longest of its stored steps. */
export type ResultSpan = {
  first_at: Date | null
  last_at: Date | null
  minutes: number | null
}

export async function selectResultSpan(db: Db, campaignId: number): Promise<ResultSpan | undefined> {
  const { rows } = await sql<ResultSpan>`
    select min(r.at) as first_at, max(r.at) as last_at, max(r.minutes) as minutes
    from campaigns c left join campaign_results r on r.campaign_id = c.id where c.id = ${campaignId} group by c.id`.execute(db)
  return rows[0]
}

export type ResultStep = { at: Date; wave: number; succeeded: number; failed: number; blocked: number }

/** The results of a campaign in steps of that many minutes. */
export async function selectResultSteps(db: Db, campaignId: number, minutes: number): Promise<ResultStep[]> {
  const { rows } = await sql<ResultStep>`
    select date_bin(make_interval(mins => ${minutes}::int), at, 'epoch') as at, wave, sum(succeeded) as succeeded, sum(failed) as failed,
      sum(blocked) as blocked
    from campaign_results where campaign_id = ${campaignId} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
