import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * POLLs before a time: those of the last minute, null if no device port was up for all of it, because the number of a part says nothing; and
 * those of ten minutes by class of delay.
 */
export type PollsBefore = { lastMinute: { polls: number; delays: number[] } | null; delaysOfTenMinutes: number[] }

export async function selectPollsBefore(db: Db, at: Date): Promise<PollsBefore> {
  const { rows } = await sql<{ isLast: boolean; polls: number; delays: number[] }>`
    select whole and minute >= ${at}::timestamptz - interval '1 minute' as "isLast", polls::float8 as polls, delays::float8[] as delays from dashboard_polls
    where minute >= ${at}::timestamptz - interval '10 minutes' and minute < ${at}::timestamptz order by minute`.execute(db)
  const delaysOfTenMinutes: number[] = []
  for (const { delays } of rows) for (const [at, count] of delays.entries()) delaysOfTenMinutes[at] = (delaysOfTenMinutes[at] ?? 0) + count
  const last = rows.findLast(({ isLast }) => isLast)
  return { lastMinute: last ? { polls: last.polls, delays: last.delays } : null, delaysOfTenMinutes }
}

/** The share of the expected SIMs that were online in the seven days before a time, in percent. Null without figures. */
export async function selectWeekOnline(db: Db, at: Date): Promise<number | null> {
  const { rows } = await sql<{ percent: number | null }>`
    with hours as (
      select (figures ->> 'online')::float8 as online, (figures ->> 'expected')::float8 as expected,
        coalesce((weights ->> 'expected')::int, minutes) as weight
      from dashboard_figures where step_seconds = 3600 and at > ${at}::timestamptz - interval '7 days' and figures ? 'expected')
    select 100 * sum(online * weight) / nullif(sum(expected * weight), 0) as percent from hours`.execute(db)
  return rows[0]?.percent ?? null
}
