import { afterEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { timeLimits } from '../../platform/db/time-limit.ts'

const usual = { ...timeLimits }
afterEach(() => void Object.assign(timeLimits, usual))

test('lists, counts, searches and selections that PostgreSQL does not find in time are answered with a message', async () => {
  await using server = await startTestServer()
  await addSims(server.db, [{ device_alias: 'Meter' }])
  const call = await server.signIn('ADMIN')
  Object.assign(timeLimits, { list: 100, selection: 100 })
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  const locker = await pool.connect()
  await locker.query('begin; lock table sims in access exclusive mode')
  const codes = {
    list: await codeOf(call(endpoints.listSims, { query: {} })),
    values: await codeOf(call(endpoints.countSimValues, { query: { of: 'status' } })),
    polls: await codeOf(call(endpoints.countLastPolls, { query: {} })),
    search: await codeOf(call(endpoints.searchSims, { query: { q: 'meter' } })),
    selection: await codeOf(call(endpoints.createSimSelection, { body: { filter: {} } })),
    snapshot: await codeOf(call(endpoints.createSnapshot, { body: { filter: {} } })),
  }
  await locker.query('commit')
  locker.release()
  expect(Object.entries(codes).filter(([, code]) => code !== 'searchTooSlow')).toEqual([])
  expect((await call(endpoints.listSims, { query: {} })).totalItems).toBe(1)
  await close()
})
