import pg from 'pg'
import { type CopyCell, copyIn, copyRow } from './copy.ts'
import type { OpenDatabase } from './database.ts'

/** A transaction that fills tables. */
export type Filling = {
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>
  /** Streams rows into a table; null is the NULL of SQL. */
  copy: (table: string, columns: readonly string[], rows: Iterable<readonly CopyCell[]>) => Promise<void>
}

const chunkCharacters = 256 * 1024

/**
 * Runs `work` in one transaction, with our triggers on these tables disabled. With `withoutIndexes` it also drops their secondary indexes
 * and foreign keys and creates them again at the end, which is much faster for many rows. Until the end nobody else can use the tables.
 */
export async function fillTables(
  database: OpenDatabase,
  options: { tables: readonly string[]; withoutIndexes: boolean },
  work: (filling: Filling) => Promise<void>,
): Promise<void> {
  const client = await database.pool.connect()
  const onEachTable = async (what: string) => {
    for (const table of options.tables) await client.query(`alter table ${pg.escapeIdentifier(table)} ${what}`)
  }
  try {
    await client.query(`begin; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off`)
    await onEachTable('disable trigger user')
    const { rows } = await client.query<{ drop: string; make: string }>(droppable, [options.withoutIndexes ? options.tables : []])
    for (const { drop } of rows) await client.query(drop)
    await work({
      query: async (sql, values) => (await client.query(sql, values)).rows as never,
      copy: (table, columns, cells) => copyRows(client, table, columns, cells),
    })
    for (const { make } of rows.toReversed()) await client.query(make)
    await onEachTable('enable trigger user')
    await client.query('commit')
  } catch (error) {
    // The first error is thrown. A transaction whose connection was lost needs no rollback.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Updates the statistics of these tables for the planner, and their visibility maps for index-only scans. */
export async function vacuumTables(database: OpenDatabase, tables: readonly string[]): Promise<void> {
  for (const table of tables) await database.pool.query(`vacuum (analyze) ${pg.escapeIdentifier(table)}`)
}

/** Statements that drop and create the foreign keys, then the indexes; indexes of constraints stay. */
const droppable = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index where indrelid = any($1::text[]::regclass[])
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`

async function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyCell[]>,
): Promise<void> {
  const copy = copyIn(client, table, columns)
  let text = ''
  for (const row of rows) {
    text += copyRow(row)
    if (text.length < chunkCharacters) continue
    await copy.write(text)
    text = ''
  }
  await copy.write(text)
  await copy.end()
}
