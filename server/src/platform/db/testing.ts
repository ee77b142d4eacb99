import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { createDatabase, dropDatabase } from './administration.ts'
import { until } from '../../testing/until.ts'
import { type Db, openDatabase } from './database.ts'
import { migrations } from './migrate.ts'

/** A database of the version before that migration, filled by statements, and the function that drops it. */
export async function makeEarlierDatabase(
  serverUrl: string,
  before: string,
  statements: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString()
  const database = openDatabase(url)
  try {
    const earlier = Object.fromEntries(Object.entries(migrations).filter(([one]) => one < before))
    const { error } = await new Migrator({ db: database.db, provider: { getMigrations: async () => earlier } }).migrateToLatest()
    if (error) throw error
    await sql.raw(statements).execute(database.db)
  } finally {
    await database.close()
  }
  return { url, drop: () => dropDatabase(serverUrl, name) }
}

/** Keeps calls that write the action log from committing until the returned function is called. */
export async function holdCommits({ db }: { db: Db }): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (trx) => {
    await trx.selectFrom('action_log_head').selectAll().forUpdate().execute()
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await transaction
  }
}

/** Keeps others from writing rows of the table until the transaction ends. */
export const lockWrites = async (trx: Db, table: string): Promise<void> => {
  await sql`lock table ${sql.table(table)} in share mode`.execute(trx)
}

/**
 * Waits until at least that number of transactions waits for a row or another transaction. A job may wait besides. Ask outside of a
 * transaction: within one, PostgreSQL answers from the connections that it saw first.
 */
export const waiting = ({ db }: { db: Db }, count: number) =>
  until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return (rows[0]?.count ?? 0) >= count
  })
