import { expect, inject, test } from 'vitest'
import { openDatabase } from './database.ts'
import { makeDatabase } from '../../testing/databases.ts'
import { startTestServer } from '../../testing/server.ts'
import { keepDayPartitions } from './day-partitions.ts'

test('log rows that are older than the partition of their day are moved into it, and later rows are inserted there', async () => {
  await using server = await startTestServer()
  const day = new Date(Date.now() + 5 * 86_400_000)
  const row = { at: day, session_id: 1, sequence: 1, direction: 'card' as const, code: 1, bytes: 1, fields: '{}', commands: '[]' }
  await server.db.insertInto('raw_ota_service_logs').values(row).execute()
  await Promise.all([
    keepDayPartitions(server.db, 'raw_ota_service_logs', 30, day),
    keepDayPartitions(server.db, 'raw_ota_service_logs', 30, day),
  ])
  await server.db
    .insertInto('raw_ota_service_logs')
    .values({ ...row, sequence: 2 })
    .execute()
  const rows = await server.db.selectFrom('raw_ota_service_logs').select(['id', 'sequence']).where('at', '=', day).execute()
  expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2])
  await keepDayPartitions(server.db, 'raw_ota_service_logs', 30, new Date(day.getTime() + 40 * 86_400_000))
  expect(await server.db.selectFrom('raw_ota_service_logs').select('id').where('at', '=', day).execute()).toEqual([])
})

test('a drop waits for no long statement, and no other statement waits for the drop', async () => {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const [{ db, close }, reader] = [openDatabase(url), openDatabase(url)]
  const day = new Date(Date.now() - 100 * 86_400_000)
  const keep = () => keepDayPartitions(db, 'raw_api_logs', 90, new Date())
  await keepDayPartitions(db, 'raw_api_logs', 90, day)
  const insert = (at: Date) => db.insertInto('raw_api_logs').values({ at, route: '/v1/sims' }).execute()
  await insert(day)
  const left = async () => (await db.selectFrom('raw_api_logs').select('at').execute()).length
  await reader.db.transaction().execute(async (trx) => {
    await trx.selectFrom('raw_api_logs').selectAll().execute()
    const dropping = keep()
    await insert(new Date())
    await dropping
    expect(await left()).toBe(2)
  })
  await keep()
  expect(await left()).toBe(1)
  await Promise.all([close(), reader.close()])
  await drop()
})
