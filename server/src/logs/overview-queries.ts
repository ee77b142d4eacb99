import { sql } from 'kysely'
import { todayCap } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { DayTable } from '../platform/db/day-partitions.ts'

/** A table of a log, and its column of the time. */
export type LogTable = { table: 'action_logs' | 'security_events' | DayTable; time: 'request_at' | 'at' }

export type LogSize = { rows: number; estimated: boolean; bytes: number; oldest: Date | null }

/** The most rows of a log that are counted. */
const countedRows = 10_000

/** The size of a log. The rows of a long log are not counted, but estimated from the statistics of its partitions. */
export async function sizeOfLog(db: Db, { table, time }: LogTable): Promise<LogSize> {
  const at = sql.ref(time)
  // The raw logs are numbered in the order of their times, which their index lacks.
  const order = table.startsWith('raw_') ? sql.ref('id') : at
  const { rows } = await sql<LogSize>`
    with parts as (select ${table}::regclass as relid union select relid from pg_partition_tree(${table}::regclass)),
      counted as (select count(*) as rows from (select from ${sql.table(table)} limit ${sql.lit(countedRows + 1)}) first)
    select
      case when counted.rows <= ${sql.lit(countedRows)} then counted.rows
        else greatest(counted.rows, (select sum(pg_stat_get_live_tuples(relid)) from parts)::bigint) end as rows,
      counted.rows > ${sql.lit(countedRows)} as estimated,
      (select coalesce(sum(pg_total_relation_size(relid)), 0) from parts)::bigint as bytes,
      (select ${at} from ${sql.table(table)} order by ${order} limit 1) as oldest
    from counted`.execute(db)
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
