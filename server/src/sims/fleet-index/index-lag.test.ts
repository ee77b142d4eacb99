import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { startIndexedServer } from '../../testing/fleet-index.ts'
import { until } from '../../testing/until.ts'
import { addRandomSims } from './changes.fixture.ts'
import { Dice } from './questions.fixture.ts'

test('while the changes cannot be read, lists are answered with their time, and the lag grows', async () => {
  await using server = await startIndexedServer((db) => addRandomSims(db, new Dice(17), 30))
  const call = await server.signIn('MEMBER')
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  const lag = async () => Number(/^simdeck_fleet_index_lag_seconds (.+)$/m.exec(await (await fetch(server.metricsUrl)).text())?.[1])
  const locker = await pool.connect()
  await locker.query('begin; lock table sim_changes in access exclusive mode')
  const { totalItems, asOf } = await call(endpoints.listSims, { query: {} })
  expect(totalItems).toBe(30)
  expect(asOf).toBeDefined()
  await until(async () => (await lag()) > 3)
  await locker.query('commit')
  locker.release()
  await until(async () => (await lag()) < 2)
  await until(async () => (await call(endpoints.listSims, { query: {} })).asOf === undefined)
  await close()
})
