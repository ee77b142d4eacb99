import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Creates the partition of a day. Rows of that day in the default partition would prevent this, so they are moved. */
export function makePartition(db: Db, name: string, from: Date, to: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (await tableExists(trx, name)) return
    await sql`lock table raw_ota_service_logs in share row exclusive mode`.execute(trx)
    if (await tableExists(trx, name)) return
    await sql`create temporary table moved on commit drop as
      select * from raw_ota_service_logs_default where at >= ${from} and at < ${to}`.execute(trx)
    await sql`delete from raw_ota_service_logs_default where at >= ${from} and at < ${to}`.execute(trx)
    await sql`create table ${sql.table(name)} partition of raw_ota_service_logs
      for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(trx)
    await sql`insert into raw_ota_service_logs overriding system value select * from moved`.execute(trx)
  })
}

async function tableExists(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)
  return rows[0]?.there === true
}

/** Drops the partitions of days that are older than the limit. */
export async function dropPartitions(db: Db, keepDays: number, today: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'raw_ota_service_logs'::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < ${today}::date - ${keepDays}::int`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
}
