import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { killAt, nth } from './kills/kill-at.ts'
import { serverScript, spawnNode, spawnServer } from './testing/server-process.ts'

const fleet = 3_000

test('a bulk delete resumes after kill -9 and records one result for every SIM', async () => {
  // This server only accepts the task; another node runs it and is killed.
  await using server = await startTestServer({ SERVICES: 'ota,device' })
  const iccids = Array.from({ length: fleet }, (_, n) => ({ iccid: `8981300000${String(n).padStart(10, '0')}` }))
  await server.db.insertInto('sims').values(iccids).execute()
  const call = await server.signIn('ADMIN')
  const selection = await call(endpoints.createSimSelection, { body: { filter: {} } })
  expect(selection.total).toBe(fleet)

  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey, PORT: '0', DEVICE_PORT: '0', SERVICES: 'ota,jobs' }
  const { id } = await call(endpoints.deleteSims, { body: { selectionId: selection.id, total: fleet } })
  const task = () => call(endpoints.getTask, { params: { id } })
  // The node dies in the middle of the second of three parts.
  await killAt({
    databaseUrl: server.databaseUrl,
    isMoment: nth(2, /^delete from sims/, 'after'),
    run: (databaseUrl) => spawnNode(serverScript, { ...env, DATABASE_URL: databaseUrl }),
  })
  // Every SIM either exists or has the result that it was deleted.
  const { results, left, state, done } = await server.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      ...(await trx.selectFrom('tasks').select(['state', 'done']).where('id', '=', id).executeTakeFirstOrThrow()),
      left: await trx.selectFrom('sims').select('id').execute(),
      results: await trx.selectFrom('task_results').select('sim_id').where('task_id', '=', id).execute(),
    }))
  expect([state, done]).toEqual(['running', 1000])
  expect([left.length, results.length]).toEqual([fleet - done, done])
  expect(new Set([...left.map((sim) => sim.id), ...results.map((result) => result.sim_id)]).size).toBe(fleet)

  const node = await spawnServer(env)
  try {
    await until(async () => (await task()).finishedAt)
    expect(await task()).toMatchObject({ state: 'completed', done: fleet, succeeded: fleet, refused: 0 })
    const results = await server.db.selectFrom('task_results').select(['n', 'iccid']).where('task_id', '=', id).orderBy('n').execute()
    expect(results.map(({ n }) => n)).toEqual(iccids.map((_, index) => index + 1))
    expect(results.map(({ iccid }) => iccid)).toEqual(iccids.map(({ iccid }) => iccid))
    for (const table of ['sims', 'sim_contacts'] as const) expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
  } finally {
    await node.kill()
  }
})
