import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { secondPort, withOpenOta } from '../../testing/raw-world.ts'

test('the position of a script is written into its OTA after the lock on its SIM has ended', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server)
  const { batch } = second.node
  const { db } = server
  const job = await db.selectFrom('ota_jobs').select(['id', 'sim_id']).executeTakeFirstOrThrow()
  const now = new Date()
  const octets = Buffer.alloc(8)
  const moving = { sequence: 5, answer: octets, frame_mac: octets, asked: null, chunk_end: 6, last_frame_at: now, expiry_minute: now }
  const position = { acked: 5, sent: 6, reached: 4 }
  await db
    .insertInto('ota_sessions')
    .values({ session_id: 1, sim_id: job.sim_id, job_id: job.id, state: '{"state":"script"}', ...moving, ...position })
    .execute()
  const acked = async () => (await db.selectFrom('ota_jobs').select('acked').executeTakeFirstOrThrow()).acked

  const other = openDatabase(server.databaseUrl)
  await other.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').forUpdate().execute()
    batch.moved(job.sim_id, job.id)
    await batch.flush()
    expect(await acked()).toBe(0)
  })
  await other.close()
  await batch.flush()
  expect(await acked()).toBe(5)
})

test('of the idle polls between two writes, a hundred are logged', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server)
  const { batch } = second.node
  const taken = () => Array.from({ length: 150 }, () => batch.takesIdleLog()).filter(Boolean).length
  expect(taken()).toBe(100)
  await batch.flush()
  expect(taken()).toBe(100)
})
