import { sql } from 'kysely'
import { todayCap } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { DayTable } from '../platform/db/day-partitions.ts'

/** A table of a log, and its column of the time. */
export type LogTable = { table: 'action_logs' | 'security_events' | DayTable; time: 'request_at' | 'at' }

export type LogSize = { rows: number; bytes: number; oldest: Date | null }

/** The size of a log without reading it, from the statistics of its partitions. */
export async function sizeOfLog(db: Db, { table, time }: LogTable): Promise<LogSize> {
  const at = sql.ref(time)
  // The raw logs are numbered in the order of their times, which their index lacks.
  const order = table.startsWith('raw_') ? sql.ref('id') : at
  const { rows } = await sql<LogSize>`
    with parts as (select ${table}::regclass as relid union select relid from pg_partition_tree(${table}::regclass))
    select
      (select coalesce(sum(pg_stat_get_live_tuples(relid)), 0) from parts)::bigint as rows,
      (select coalesce(sum(pg_total_relation_size(relid)), 0) from parts)::bigint as bytes,
      (select ${at} from ${sql.table(table)} order by ${order} limit 1) as oldest`.execute(db)
  return rows[0]!
}

/** The rows of a log since a time, at most `todayCap`, through the index. */
export async function rowsSince(db: Db, { table, time }: LogTable, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${sql.table(table)} where ${sql.ref(time)} >= ${since} limit ${todayCap}) today`.execute(
    db,
  )
  return rows[0]!.count
}
