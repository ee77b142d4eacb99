import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { CardRecord } from './kills/card-record.ts'
import { startWorld } from './testing/start-world.ts'
import { until } from '@simdeck/server/testing/until.ts'

test('a paused campaign sends no further commands to any card, and resumes at the same command', async () => {
  const cards = [new CardRecord(), new CardRecord()]
  let card = 0
  await using world = await startWorld({
    sims: 2,
    profile: () => ({ receiveBuffer: 255, poller: { intervalMinutes: 5940 } }),
    fleet: { throughCard: (execute) => cards[card++]!.throughCard(execute) },
  })
  const { db } = world.server
  const { id } = await world.install(await world.upload(customCap({ codeSize: 30_000 })))
  const [running, waiting] = world.fleet.sims
  const put = (action: 'pause' | 'resume' | 'retryNow') => world.admin(endpoints.changeCampaign, { params: { id }, body: { action } })
  const logs = async () => (await world.logsOf(id)).toSorted((a, b) => a.sim_id - b.sim_id).map(({ progress }) => progress)
  await until(async () => {
    running!.pollNow()
    return db.selectFrom('ota_sessions').select('acked').where('acked', '>', 3).executeTakeFirst()
  })
  // The campaign is paused while the card waits for an answer within its script.
  const acked = await db.transaction().execute(async (trx) => {
    const held = await trx.selectFrom('ota_sessions').select('acked').where('acked', 'is not', null).forUpdate().executeTakeFirstOrThrow()
    expect(await put('pause')).toMatchObject({ state: 'paused', paused: { by: 'ADMIN' } })
    return held.acked!
  })
  const [stopped] = await until(async () => {
    const now = await logs()
    return now[0]!.status === 'Interrupted' && now
  })
  expect(stopped).toMatchObject({ status: 'Interrupted', code: 401 })
  expect(stopped!.acked).toBeLessThan(acked + 3)
  expect(await put('pause')).toMatchObject({ state: 'paused', finishedAt: null })
  const polled = async () =>
    (
      await db
        .selectFrom('poll_counters')
        .innerJoin('sim_keys', 'sim_keys.cap_auth_fingerprint', 'poll_counters.cap_auth_fingerprint')
        .select('poll_counter')
        .orderBy('sim_id')
        .execute()
    ).map((row) => row.poll_counter)
  const poll = async () => {
    const before = await polled()
    await until(async () => {
      running!.pollNow()
      waiting!.pollNow()
      return (await polled()).every((counter, index) => counter > (before[index] ?? -1) + 2)
    })
  }
  await poll()
  // Every node reads the SIMs of the campaign again, and then knows of no OTA that is due.
  await put('retryNow')
  await poll()
  expect((await logs()).map(({ status }) => status)).toEqual(['Interrupted', 'Ready'])
  expect((await logs())[0]!.acked).toBe(stopped!.acked)

  expect(await put('resume')).toMatchObject({ state: 'running', paused: null })
  await until(async () => {
    running!.pollNow()
    waiting!.pollNow()
    return (await world.admin(endpoints.getCampaign, { params: { id } })).finishedAt
  })
  expect(await world.finished(id)).toMatchObject({ state: 'completed', counts: { Succeeded: 2 } })
  for (const sim of world.fleet.sims) expect(sim.registry().applications.map(({ aid }) => aid)).toContain(customAid.module)
  // Each card has run every command once, in one channel.
  const totals = (await logs()).map(({ total }) => total)
  expect(cards.map((one, index) => one.faultOf('install', totals[index]!))).toEqual([null, null])
  // The OTA has continued after one interruption, not started again.
  expect(await db.selectFrom('ota_jobs').select('interruptions').orderBy('id').execute()).toEqual([
    { interruptions: 1 },
    { interruptions: 0 },
  ])
  await expect(put('pause')).rejects.toMatchObject({ status: 409, body: { code: 'campaignEnded' } })
  await expect(world.admin(endpoints.changeCampaign, { params: { id: id + 1 }, body: { action: 'pause' } })).rejects.toMatchObject({
    status: 404,
  })
})

test('in a paused campaign a waiting OTA is cancelled and a running one still ends', async () => {
  await using world = await startWorld({ sims: 2, profile: () => ({ receiveBuffer: 255, poller: { intervalMinutes: 5940 } }) })
  const { id } = await world.install(await world.upload(customCap({ codeSize: 30_000 })))
  const [running] = world.fleet.sims
  const campaign = () => world.admin(endpoints.getCampaign, { params: { id } })
  await until(async () => {
    running!.pollNow()
    return (await campaign()).counts.Started === 1
  })
  await world.admin(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  await until(async () => (await campaign()).counts.Interrupted === 1)
  expect(await world.admin(endpoints.cancelOta, { params: { id }, body: {} })).toEqual({ cancelled: 1, continues: false })
  expect(await campaign()).toMatchObject({ state: 'stopping', paused: null, cancelled: 1, counts: { Failed: 1, Interrupted: 1 } })
  await until(async () => {
    running!.pollNow()
    return (await campaign()).finishedAt
  })
  expect(await campaign()).toMatchObject({ state: 'stopped', cancelled: 1, counts: { Failed: 1, Succeeded: 1 } })
})
