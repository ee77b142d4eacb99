import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { PollMinute } from '../sims/poll-times.ts'

/** Adds POLLs to those of other device ports. Nodes lock the rows in the same order. */
export async function addPollTimes(db: Db, minutes: readonly PollMinute[]): Promise<void> {
  if (minutes.length === 0) return
  await sql`
    insert into dashboard_polls as p (minute, polls, delays, whole)
    select minute, (select sum(count) from unnest(counts) count), counts, whole
    from json_to_recordset(${JSON.stringify(minutes)}::json) as r (minute timestamptz, counts bigint[], whole boolean) order by minute
    on conflict (minute) do update set polls = p.polls + excluded.polls, whole = p.whole or excluded.whole, delays = (
      select array_agg(coalesce(one, 0) + coalesce(other, 0) order by place)
      from unnest(p.delays, excluded.delays) with ordinality as d (one, other, place))`.execute(db)
}
