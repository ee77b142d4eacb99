import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import { failureOf } from '../../campaigns/testing.ts'
import { secondPort } from '../../testing/raw-world.ts'
import { until } from '../../testing/until.ts'
import { expireSessions } from '../expiry.ts'
import { OtaJobReader } from '../ota-jobs.ts'
import { isOpen, withLimit } from './limited.fixture.ts'

test('two nodes together never open more sessions than the limit, and a session that ends gives its slot back', async () => {
  await using world = await withLimit(12, { maxAtOnce: 3 })
  const { ports, poll, opened, giveUp } = world
  // The node that started the campaign knows of it; the other one has read its table since.
  await until(async () => isOpen(await poll(0)))
  const answers = await Promise.all(Array.from({ length: 11 }, (_, at) => poll(at + 1)))
  const sessions = answers.filter(isOpen)
  expect(sessions).toHaveLength(2)
  for (const answer of answers) {
    if (isOpen(answer)) continue
    expect(answer.close).toMatchObject({ code: 400 })
    expect(answer.close.waitSeconds).toBeGreaterThanOrEqual(30)
    expect(answer.close.waitSeconds).toBeLessThan(90)
  }
  const waits = answers.flatMap((answer) => ('close' in answer ? [answer.close.waitSeconds] : []))
  expect(new Set(waits).size).toBeGreaterThan(2)

  const [waiting = 0, another = 0] = answers.flatMap((answer, at) => (isOpen(answer) ? [] : [at + 1]))
  expect(isOpen(await poll(waiting))).toBe(false)
  await giveUp(sessions[0]!.session, ports[1]!)
  await opened(waiting)
  expect(isOpen(await poll(another))).toBe(false)
})

test('the slots of a node that died become free when its sessions expire', async () => {
  await using world = await withLimit(2, { maxAtOnce: 1 })
  const { server, poll, opened } = world
  await opened(0)
  expect(isOpen(await poll(1))).toBe(false)
  await server.db
    .updateTable('ota_sessions')
    .set({ last_frame_at: new Date(Date.now() - 200_000), expiry_minute: new Date(Date.now() - 20_000) })
    .execute()
  const jobReader = new OtaJobReader(new Sealer(server.masterKey), String)
  await expireSessions({ db: server.db, jobReader, publish: () => undefined })
  await opened(1)
})

test('a session of a time to come, written before the clock was set back, keeps its slot no longer than the next sweep', async () => {
  await using world = await withLimit(2, { maxAtOnce: 1 })
  const { server, poll, opened } = world
  await opened(0)
  expect(isOpen(await poll(1))).toBe(false)
  const [last_frame_at, expiry_minute] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 3_780_000)]
  await server.db.updateTable('ota_sessions').set({ last_frame_at, expiry_minute }).execute()
  const jobReader = new OtaJobReader(new Sealer(server.masterKey), String)
  await expireSessions({ db: server.db, jobReader, publish: () => undefined })
  await opened(1)
})

test('a SIM whose session is open keeps its slot when it polls again', async () => {
  await using world = await withLimit(1, { maxAtOnce: 1, maxPerCell: 1 })
  const { poll, opened } = world
  await opened(0)
  expect(isOpen(await poll(0))).toBe(true)
})

test('the limit of a cell counts the SIMs whose last POLL came from that cell; other cells and unknown ones are free', async () => {
  await using world = await withLimit(4, { maxPerCell: 1 })
  const { server, poll, opened } = world
  const ids = await server.db.selectFrom('sims').select('id').orderBy('iccid').execute()
  const place = (at: number, cellId: number) =>
    server.db
      .updateTable('sim_contacts')
      .set({ mcc: '440', mnc: '10', lac: 7, cell_id: cellId })
      .where('sim_id', '=', ids[at]!.id)
      .execute()
  await Promise.all([place(0, 1), place(1, 1), place(2, 2)])
  await opened(0)
  expect(await poll(1)).toMatchObject({ close: { code: 400 } })
  expect(isOpen(await poll(2))).toBe(true)
  expect(isOpen(await poll(3))).toBe(true)
})

test('the removal after a poller update takes no slot: a full campaign does not silence a new poller', async () => {
  await using world = await withLimit(3, { maxAtOnce: 1 })
  const { server, poll, opened } = world
  await opened(0)
  expect(isOpen(await poll(1))).toBe(false)
  const ids = await server.db.selectFrom('sims').select('id').orderBy('iccid').execute()
  const poll_by = new Date(Date.now() + 3_600_000)
  await server.db.updateTable('ota_jobs').set({ poll_by }).where('sim_id', '=', ids[1]!.id).execute()
  await using node = await secondPort(server)
  expect(isOpen(await poll(1, node.port))).toBe(true)
  expect(isOpen(await poll(2, node.port))).toBe(false)
})

test('SIMs of a full campaign are answered from memory', async () => {
  await using world = await withLimit(3, { maxAtOnce: 1 })
  const { server, poll, opened, ports } = world
  await opened(0)
  await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').where('iccid', 'like', '%0002').forUpdate().execute()
    // The first answer comes from the database and the node learns that the campaign is full. The second SIM is locked there.
    const answers = await until(async () => {
      expect(await poll(1, ports[0])).toMatchObject({ close: { code: 400 } })
      return poll(2, ports[0])
    })
    expect(answers).toMatchObject({ close: { code: 400 } })
  })
})

test('another limit applies from the next POLL on, and a limit of none removes it', async () => {
  await using world = await withLimit(4, { maxAtOnce: 1, retries: 7, maxPerCell: 9 })
  const { admin, campaign, poll, opened } = world
  const change = (maxAtOnce: number | null) =>
    admin(endpoints.changeCampaign, { params: { id: campaign.id }, body: { action: 'setLimits', limits: { maxAtOnce } } })
  const nothing = admin(endpoints.changeCampaign, { params: { id: campaign.id }, body: { action: 'setLimits', limits: {} } })
  expect((await failureOf(nothing)).code).toBe('emptyParameters')
  await opened(0)
  expect(isOpen(await poll(1))).toBe(false)
  expect((await change(2)).rollout).toMatchObject({ maxAtOnce: 2, maxPerCell: 9, retries: 7 })
  await opened(1)
  expect(isOpen(await poll(2))).toBe(false)
  expect((await change(null)).rollout?.maxAtOnce).toBeNull()
  await opened(2)
  await opened(3)
})
