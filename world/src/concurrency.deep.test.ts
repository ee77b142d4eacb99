import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

test('a campaign with a limit of three has never more than three sessions on the wire, and reaches all SIMs', async () => {
  await using world = await startWorld({ sims: 12, profile: () => ({ receiveBuffer: 255 }) })
  const { id } = await world.install(await world.upload(customCap({ codeSize: 4_000 })), world.simIds, {
    maxFailedPercent: null,
    maxAtOnce: 3,
  })
  const atPolls: number[] = []
  await until(async () => {
    for (const sim of world.fleet.sims) sim.pollNow()
    const { slots } = await world.server.db
      .selectFrom('ota_sessions')
      .select((of) => of.fn.count<number>('slot_campaign_id').as('slots'))
      .executeTakeFirstOrThrow()
    atPolls.push(Number(slots))
    return (await world.admin(endpoints.getCampaign, { params: { id } })).finishedAt
  })
  expect(Math.max(...atPolls)).toBeLessThanOrEqual(3)
  expect(await world.finished(id)).toMatchObject({ state: 'completed', counts: { Succeeded: 12 } })
  // The first frame of the server in a session is logged after its commit, the last frame of the card before the commit that ends it.
  const frames = await until(async () => {
    const rows = await world.server.db
      .selectFrom('raw_ota_service_logs')
      .select(['session_id', 'direction', 'at'])
      .where('session_id', '<>', 0)
      .orderBy('at')
      .execute()
    return new Set(rows.map((row) => row.session_id)).size >= 12 && rows
  })
  const sessions = new Map<number, { from: number; to: number }>()
  for (const { session_id: session, direction, at } of frames) {
    const known = sessions.get(session)
    if (direction === 'server' && !known) sessions.set(session, { from: at.getTime(), to: at.getTime() })
    else if (direction === 'card' && known) known.to = at.getTime()
  }
  const spans = [...sessions.values()]
  const atOnce = spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length)
  expect(Math.max(...atOnce)).toBe(3)
})

test('a session of another campaign does not run the OTA of a full campaign', async () => {
  await using world = await startWorld({ sims: 2, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
  const { db } = world.server
  const [simId = 0, other = 0] = world.simIds
  const start = async (body: object) => {
    const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
    return world.admin(endpoints.putBulkOta, { body: { ...body, snapshotId: snapshot.id } })
  }
  const unlimited = await start({ kind: 'inventory' })
  const { packageAID, otaVersion, label } = await world.upload(customCap())
  const targets = [{ appletType: 1, active: true, package: { packageAID, otaVersion, label } }]
  const limited = await start({ targets, rollout: { maxFailedPercent: null, maxAtOnce: 1 } })
  const at = new Date()
  const taken = { session_id: 7, sim_id: other, sequence: 0, answer: Buffer.of(), frame_mac: Buffer.of(), state: '{}', chunk_end: 0 }
  await db
    .insertInto('ota_sessions')
    .values({ ...taken, last_frame_at: at, expiry_minute: new Date(at.getTime() + 600_000), slot_campaign_id: limited.id })
    .execute()
  await until(async () => {
    world.fleet.sims[0]!.pollNow()
    return (await world.admin(endpoints.getCampaign, { params: { id: unlimited.id } })).finishedAt
  })
  await world.finished(unlimited.id)
  const [held] = await world.logsOf(limited.id)
  expect(held).toMatchObject({ channel_at: null, progress: { status: 'Ready' } })
  await db.deleteFrom('ota_sessions').where('session_id', '=', 7).execute()
  await until(async () => {
    world.fleet.sims[0]!.pollNow()
    return (await world.admin(endpoints.getCampaign, { params: { id: limited.id } })).finishedAt
  })
  expect(await world.finished(limited.id)).toMatchObject({ counts: { Succeeded: 1 } })
})
