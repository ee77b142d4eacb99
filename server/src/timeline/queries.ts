import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Heard } from '../notifications/heard-of.ts'

/** The tables of the events, some of which have two events in a row. */
export const sources = [
  'status',
  'ota',
  'certadded',
  'certactive',
  'fileadded',
  'fileactive',
  'imei',
  'group',
  'change',
  'notification',
  'carrier',
] as const
export type Source = (typeof sources)[number]

/** A row of a source, with its time in µs since 1970. */
export type EventRef = { source: Source; id: number; at: number }

/** A member hears of events since the member exists; null for a program, which gets no notifications. */
export type Listener = (Heard & { id: number }) | null

const firstFailure = 400
const pollCode = 1

/** The rows of a source with the time of their event, as a query of `id` and `time`. */
function rowsOf(source: Source, simId: number, listener: Listener): RawBuilder<unknown> {
  const ofSim = (table: string, time: string) => sql`select id, ${sql.ref(time)} as time from ${sql.table(table)} where sim_id = ${simId}`
  switch (source) {
    case 'status':
      return ofSim('sim_status_changes', 'at')
    case 'ota':
      return sql`select id, coalesce(finished_at, started_at, created_at) as time from ota_jobs where sim_id = ${simId}`
    case 'certadded':
      return ofSim('sim_certificates', 'created_at')
    case 'certactive':
      return ofSim('sim_certificates', 'active_at')
    case 'fileadded':
      return ofSim('sim_files', 'created_at')
    case 'fileactive':
      return ofSim('sim_files', 'active_at')
    case 'imei':
      return ofSim('sim_imei_changes', 'at')
    case 'group':
      return ofSim('sim_group_changes', 'at')
    case 'carrier':
      return ofSim('sim_data_logs', 'created_at')
    case 'change':
      // The other sources tell what these calls changed.
      return sql`select id, request_at as time from action_logs where subjects @> array[${`sim:${simId}`}]
        and (status >= ${firstFailure} or url !~ '/(status|imei|refresh)$')`
    case 'notification':
      return sql`select n.id, n.at as time from notifications n join members m on m.id = ${listener?.id ?? 0}
        where n.sim_ids @> array[${simId}]::bigint[] and n.in_bell and n.at >= m.created_at
          and ((n.owner_id = m.id and n.kind = any(${listener?.own ?? []}::text[]))
            or (n.owner_id is distinct from m.id and n.kind = any(${listener?.others ?? []}::text[])))
          and (n.only_for is null or n.only_for = m.id)`
  }
}

const microseconds = (time: RawBuilder<unknown>): RawBuilder<unknown> => sql`(extract(epoch from ${time}) * 1000000)::bigint`

/** The newest events of a SIM before one, newest first. */
export async function selectEvents(
  db: Db,
  simId: number,
  { from, before, most, listener }: { from: readonly Source[]; before: EventRef | null; most: number; listener: Listener },
): Promise<EventRef[]> {
  if (from.length === 0) return []
  const earlier = before ? sql`(at, source, id) < (${before.at}::bigint, ${before.source}, ${before.id}::bigint)` : sql`true`
  const parts = from.map(
    (source) => sql`(select * from (
      select ${source}::text collate "C" as source, id, ${microseconds(sql`time`)} as at from (${rowsOf(source, simId, listener)}) r where time is not null) e
      where ${earlier} order by at desc, id desc limit ${most})`,
  )
  const { rows } = await sql<EventRef>`
    select source, id, at from (${sql.join(parts, sql` union all `)}) all_events order by at desc, source desc, id desc limit ${most}`.execute(
    db,
  )
  return rows
}

/** The number of events of each source, and of POLLs if `polls` is true, each counted up to `most`. */
export async function countEvents(
  db: Db,
  simId: number,
  { from, polls, most, listener }: { from: readonly Source[]; polls: boolean; most: number; listener: Listener },
): Promise<{ source: Source | 'poll'; count: number }[]> {
  const counted = (source: string, rows: RawBuilder<unknown>) =>
    sql`select ${source}::text as source, (select count(*)::int from (${rows} limit ${most}) r) as count`
  const parts = [
    ...from.map((source) => counted(source, sql`select from (${rowsOf(source, simId, listener)}) e where time is not null`)),
    ...(polls
      ? [counted('poll', sql`select from raw_ota_service_logs where sim_id = ${simId} and code = ${pollCode} and direction = 'card'`)]
      : []),
  ]
  if (parts.length === 0) return []
  const { rows } = await sql<{ source: Source | 'poll'; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

export type FoldedPolls = { count: number; from: Date; until: Date; rsrp_least: number | null; rsrp_most: number | null }

/** The POLLs of a SIM that are read for a page, newest first; a SIM that polls each minute sends fewer in two weeks. */
const maxPolls = 20_000

/**
 * The POLLs of a SIM between two times (µs since 1970), counted between the times of events and by day. `timezoneOffset` is that of
 * `Date.getTimezoneOffset`.
 */
export async function selectPolls(
  db: Db,
  simId: number,
  {
    after,
    before,
    events,
    timezoneOffset,
  }: { after: number | null; before: number | null; events: readonly number[]; timezoneOffset: number },
): Promise<FoldedPolls[]> {
  const bounds = [...new Set(events)].toSorted((one, other) => one - other)
  const time = (at: number) => sql`to_timestamp(${at}::float8 / 1000000)`
  const { rows } = await sql<FoldedPolls>`
    select count(*)::int as count, min(at) as "from", max(at) as until, min(rsrp) as rsrp_least, max(rsrp) as rsrp_most from (
      select at, (fields->>'rsrp')::int as rsrp from raw_ota_service_logs
      where sim_id = ${simId} and code = ${pollCode} and direction = 'card'
        ${after === null ? sql`` : sql`and at >= ${time(after)}`} ${before === null ? sql`` : sql`and at < ${time(before)}`}
      order by id desc limit ${maxPolls}) polls
    group by width_bucket(${microseconds(sql`at`)}, ${bounds}::bigint[]), date_trunc('day', (at at time zone 'utc') - make_interval(mins => ${timezoneOffset}))
    order by max(at) desc`.execute(db)
  return rows
}
