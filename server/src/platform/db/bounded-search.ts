import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { logRowCap, searchedRows } from '@simdeck/contract/logs.ts'
import type { Db } from './database.ts'

/** Conditions that an index answers in the order of the log, and conditions for which each row is read. */
export type Conditions = { indexed: readonly RawBuilder<SqlBool>[]; tested: readonly RawBuilder<SqlBool>[] }

/** A log with a time in the column `at`, and its order. */
type Log = { table: string; newestFirst: RawBuilder<unknown> }

type Condition = RawBuilder<SqlBool>
type Asked = RawBuilder<unknown> | '' | false | undefined

/** The order of rows differs from that of their times by up to this time. */
const disorderMs = 1_000

/**
 * The conditions of a filter. `always` bounds the part of the log that is read. Of those `withIndex`, the first one that is asked for uses
 * its index; the others are tested, since no index serves two of them and rows that meet both may be rare.
 */
export function conditionsOf(always: readonly Condition[], withIndex: readonly Asked[], others: readonly Asked[]): Conditions {
  const [first, ...rest] = askedOf(withIndex)
  return { indexed: [sql<SqlBool>`true`, ...always, ...(first ? [first] : [])], tested: [...rest, ...askedOf(others)] }
}

const askedOf = (conditions: readonly Asked[]): Condition[] => conditions.filter((one): one is Condition => typeof one === 'object')

const all = (conditions: readonly Condition[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `)

/** The newest `rows` matches, among the newest 50,000 rows that the indexed conditions find if others are tested. */
export function newestMatching({ table, newestFirst }: Log, { indexed, tested }: Conditions, columns: RawBuilder<unknown>, rows: number) {
  const from = sql`${sql.table(table)} where ${all(indexed)} order by ${newestFirst}`
  if (tested.length === 0) return sql`select ${columns} from ${from} limit ${rows}`
  return sql`select ${columns} from (select * from ${from} limit ${searchedRows}) searched
    where ${all(tested)} order by ${newestFirst} limit ${rows}`
}

/** The time after which every row was searched; null if the search reached the end of the log, or found as many rows as a log lists. */
export async function searchedTo(
  db: Db,
  { table, newestFirst }: Log,
  { indexed, tested }: Conditions,
  counted: number,
): Promise<Date | null> {
  if (tested.length === 0 || counted > logRowCap) return null
  const { rows } = await sql<{ at: Date }>`
    select at from ${sql.table(table)} where ${all(indexed)} order by ${newestFirst} limit 2 offset ${searchedRows - 1}`.execute(db)
  return rows.length > 1 ? new Date(rows[0]!.at.getTime() + disorderMs) : null
}
