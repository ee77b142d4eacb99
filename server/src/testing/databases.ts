import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, dropDatabase } from '../platform/db/administration.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type DayTable, keepDayPartitions } from '../platform/db/day-partitions.ts'
import { migrate } from '../platform/db/migrate.ts'
import { clearedDatabase, otherConnections, resetSchema } from './reset-schema.ts'

const template = 'simdeck_template'
/** A database from which more rows were deleted is dropped, because its tables stay large, and so do the statistics of the planner. */
const maxRows = 5_000
/** Maximum of cleared databases that a worker keeps for its next tests. */
const maxCleared = 4

const dayTables: readonly DayTable[] = ['raw_ota_service_logs', 'raw_api_logs', 'raw_proxy_logs', 'signal_samples']

/** Names of cleared databases by the URL of their PostgreSQL. Clearing a database takes a tenth of the time of creating one. */
const cleared = new Map<string, string[]>()

const withName = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

/** Makes the template database. The databases of the tests are copies of it. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await createDatabase(serverUrl, template)
  const database = openDatabase(withName(serverUrl, template))
  await migrate(database.db)
  for (const table of dayTables) await keepDayPartitions(database.db, table, 30, new Date())
  await database.pool.query(resetSchema)
  await database.close()
}

/** A migrated database with the rows of a new one. `drop` clears it for a next test, or drops it. */
export async function makeDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const free = cleared.get(serverUrl) ?? []
  cleared.set(serverUrl, free)
  const reused = free.pop()
  const name = reused ?? `test_${randomBytes(6).toString('hex')}`
  if (!reused) await createDatabase(serverUrl, name, template)
  const url = withName(serverUrl, name)
  return {
    url,
    async drop() {
      if (free.length < maxCleared && (await clear(url))) free.push(name)
      else await dropDatabase(serverUrl, name)
    },
  }
}

/** Clears a database; false if its schema was changed, it had too many rows, or a connection to it stays open. */
async function clear(url: string): Promise<boolean> {
  const { pool, close } = openDatabase(url, { max: 1 })
  try {
    for (let tries = 0; ; tries++) {
      const { rows } = await pool.query<{ count: number }>(otherConnections)
      if (rows[0]?.count === 0) break
      if (tries === 20) return false
      await wait(10)
    }
    const { rows } = await pool.query<{ rows: number | null }>(clearedDatabase)
    const removed = rows[0]?.rows ?? null
    return removed !== null && removed <= maxRows
  } catch {
    return false
  } finally {
    await close()
  }
}
