import { randomBytes } from 'node:crypto'
import { createDatabase, dropDatabase } from '../platform/db/administration.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'

const template = 'simdeck_template'

const withName = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

export async function makeTemplate(serverUrl: string): Promise<void> {
  await createDatabase(serverUrl, template)
  const database = openDatabase(withName(serverUrl, template))
  await migrate(database.db)
  await database.close()
}

/** A new migrated database, and the function that drops it. */
export async function makeDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name, template)
  return { url: withName(serverUrl, name), drop: () => dropDatabase(serverUrl, name) }
}
