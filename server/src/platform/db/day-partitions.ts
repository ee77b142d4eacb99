import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The tables of which each day is a partition. */
export type DayTable = 'raw_ota_service_logs' | 'raw_api_logs' | 'raw_proxy_logs' | 'signal_samples'

const daysAhead = 3
const dayMs = 86_400_000
/** Statements that come meanwhile wait for this time at most. */
const lockWait = '200ms'
const tries = 10
const pauseMs = 100
const lockNotAvailable = '55P03'

/** Makes the partitions of today and the next two days, and drops those older than `keepDays`. */
export async function keepDayPartitions(db: Db, table: DayTable, keepDays: number, today: Date): Promise<void> {
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead))
    await makePartition(db, table, from)
  }
  await dropPartitions(db, table, keepDays, today)
}

/** Creates the partition of a day. Rows of that day in the default partition would prevent this, so they are moved. */
async function makePartition(db: Db, table: DayTable, from: Date): Promise<void> {
  const to = new Date(from.getTime() + dayMs)
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
  if (await tableExists(db, name)) return
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
    if (await tableExists(trx, name)) return
    const others = sql.table(`${table}_default`)
    await sql`create temporary table moved on commit drop as select * from ${others} where at >= ${from} and at < ${to}`.execute(trx)
    await sql`delete from ${others} where at >= ${from} and at < ${to}`.execute(trx)
    await sql`create table ${sql.table(name)} partition of ${sql.table(table)}
      for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(trx)
    await sql`insert into ${sql.table(table)} overriding system value select * from moved`.execute(trx)
  })
}

async function tableExists(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)
  return rows[0]?.there === true
}

/**
 * Drops the partitions of days that are older than the limit. The drop gives up quickly while a long statement reads the table, so that no
 * other statement waits behind it, and is tried again, at last in the next run.
 */
async function dropPartitions(db: Db, table: DayTable, keepDays: number, today: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < ${today}::date - ${keepDays}::int`.execute(db)
  for (const { name } of rows) {
    for (let attempt = 1; !(await dropped(db, name)) && attempt < tries; attempt++)
      await new Promise((resume) => setTimeout(resume, pauseMs))
  }
}

/** False if another statement holds the table. */
async function dropped(db: Db, name: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(lockWait)}`.execute(trx)
      await sql`drop table if exists ${sql.table(name)}`.execute(trx)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}
