import { expect, test } from 'vitest'
import { openDatabase } from './platform/db/database.ts'
import { startTestServer } from './testing/server.ts'
import { addSims } from './testing/sims.ts'
import { until } from './testing/until.ts'

test('a job that waits for a locked row does not keep the ports open when the server ends', async () => {
  const server = await startTestServer()
  const database = openDatabase(server.databaseUrl, { max: 2 })
  const client = await database.pool.connect()
  // The sweep of connections has no work on the SIM before its row is locked.
  await addSims(server.db, [{ ota_open_until: new Date(Date.now() + 3_600_000) }])
  await client.query('begin; select 1 from sims for update')
  await server.db
    .updateTable('sim_contacts')
    .set({ ota_open_until: new Date(Date.now() - 60_000) })
    .execute()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
  await until(async () => ((await database.pool.query(waiting, [rows[0]?.pid])).rowCount ?? 0) > 0)

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
