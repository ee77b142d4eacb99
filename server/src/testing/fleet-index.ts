import { type Db, openDatabase } from '../platform/db/database.ts'
import { makeDatabase } from './databases.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

/** A test server whose list is read from the index. `fill` adds at least one SIM before it starts. */
export async function startIndexedServer(fill: (db: Db) => Promise<unknown>, postgresUrl?: string): Promise<TestServer> {
  const server = await startTestServer({ FLEET_INDEX_FROM: '1' }, null, postgresUrl, async (serverUrl) => {
    const made = await makeDatabase(serverUrl)
    const database = openDatabase(made.url, { max: 1 })
    await fill(database.db)
    await database.close()
    return made
  })
  await until(async () => /^simdeck_fleet_index_sims [1-9]/m.test(await (await fetch(server.metricsUrl)).text()))
  return server
}
