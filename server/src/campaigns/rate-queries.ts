import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

export type RateRow = { id: number; begun_at: Date; since: Date; sims: number }

/**
 * The results of those of the campaigns that run, since the begin of the given minute or of the one in which the campaign began. Results are
 * stored by the minute in which they ended.
 */
export async function selectRates(db: Db, campaignIds: readonly number[], from: Date): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select begun.id, begun.begun_at, begun.since, coalesce(sum(r.succeeded + r.failed + r.blocked), 0) as sims
    from (
      select c.id, first.begun_at, greatest(date_trunc('minute', first.begun_at), ${from}::timestamptz) as since
      from campaigns c cross join lateral (
        select coalesce((select min(released_at) from campaign_waves w where w.campaign_id = c.id), c.created_at) as begun_at
      ) first where c.id = any(${campaignIds}::bigint[]) and c.state = 'running'
    ) begun left join campaign_results r on r.campaign_id = begun.id and r.at >= begun.since
    group by 1, 2, 3`.execute(db)
  return rows
}
