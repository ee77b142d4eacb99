import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { keepRawLogPartitions } from './partitions.ts'

test('log rows that are older than the partition of their day are moved into it, and later rows are inserted there', async () => {
  await using server = await startTestServer()
  const day = new Date(Date.now() + 5 * 86_400_000)
  const row = { at: day, session_id: 1, sequence: 1, direction: 'card' as const, code: 1, bytes: 1, fields: '{}', commands: '[]' }
  await server.db.insertInto('raw_ota_service_logs').values(row).execute()
  await Promise.all([keepRawLogPartitions(server.db, 30, day), keepRawLogPartitions(server.db, 30, day)])
  await server.db
    .insertInto('raw_ota_service_logs')
    .values({ ...row, sequence: 2 })
    .execute()
  const rows = await server.db.selectFrom('raw_ota_service_logs').select(['id', 'sequence']).where('at', '=', day).execute()
  expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2])
  await keepRawLogPartitions(server.db, 30, new Date(day.getTime() + 40 * 86_400_000))
  expect(await server.db.selectFrom('raw_ota_service_logs').select('id').where('at', '=', day).execute()).toEqual([])
})
