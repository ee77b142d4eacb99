import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@simdeck/server/config.ts'
import { type Db, type OpenDatabase, openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/platform/db/embedded-postgres.ts'
import { embeddedMasterKey } from '@simdeck/server/platform/crypto/master-key.ts'

export type Installation = { db: Db; database: OpenDatabase; masterKey: string }

/**
 * Runs `work` on the database of the installation that the environment names: DATABASE_URL with MASTER_KEY, else DATA_DIR. Simdeck may be
 * running or stopped. Throws when there is no installation.
 */
export async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR, MASTER_KEY } = readConfig()
  if (DATABASE_URL && MASTER_KEY) return onDatabase(DATABASE_URL, MASTER_KEY, work)
  if (!existsSync(join(DATA_DIR, 'postgres-password')))
    throw new Error(`There is no installation in ${DATA_DIR}: set DATA_DIR, or DATABASE_URL and MASTER_KEY`)
  const postgres = await startEmbeddedPostgres(DATA_DIR)
  try {
    return await onDatabase(postgres.url, MASTER_KEY ?? embeddedMasterKey(DATA_DIR), work)
  } finally {
    if (!postgres.joined) await postgres.stop()
  }
}

async function onDatabase<T>(url: string, masterKey: string, work: (installation: Installation) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max: 2 })
  try {
    return await work({ db: database.db, database, masterKey })
  } finally {
    await database.close()
  }
}
