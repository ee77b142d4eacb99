import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { createDatabase, dropDatabase } from './administration.ts'
import { openDatabase } from './database.ts'
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
