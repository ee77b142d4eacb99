import { expect, test } from 'vitest'
import { openDatabase } from './platform/db/database.ts'
import { startTestServer } from './testing/server.ts'
import { addSims } from './testing/sims.ts'
import { until } from './testing/until.ts'

test('a job that waits for a locked row does not keep the ports open when the server ends', async () => {
  const server = await startTestServer()
  const database = openDatabase(server.databaseUrl, { max: 2 })
  const client = await database.pool.connect()
  await addSims(server.db, [{ connection: 2, ota_open_until: new Date(Date.now() - 60_000) }])
  await client.query('begin; select 1 from sims for update')
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => ((await database.pool.query(waits)).rowCount ?? 0) > 0)

  const ended = server[Symbol.asyncDispose]()
  const answers = (url: string) =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await until(async () => !(await answers(server.url)))
  await client.query('commit')
  client.release()
  await database.close()
  await expect(ended).resolves.toBeUndefined()
})
