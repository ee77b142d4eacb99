import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { Sealer } from '../../platform/crypto/seal.ts'
import { failureOf } from '../../campaigns/testing.ts'
import { titlesOf } from '../../notifications/notifications.fixture.ts'
import { until } from '../../testing/until.ts'
import { expireSessions } from '../expiry.ts'
import { OtaJobReader } from '../ota-jobs.ts'
import { isOpen, withLimit } from './limited.fixture.ts'

type World = Awaited<ReturnType<typeof withLimit>>

const operator = ({ admin, campaign: { id } }: World) => {
  const params = { id }
  return {
    read: () => admin(endpoints.getCampaign, { params }),
    change: (body: Parameters<typeof admin<typeof endpoints.changeCampaign>>[1]['body']) =>
      admin(endpoints.changeCampaign, { params, body }),
    history: () => admin(endpoints.getCampaignHistory, { params }),
  }
}

/** Octets of a POLL and its answer. Those of the fixture are all of the same length. */
async function octetsOfPoll(): Promise<number> {
  await using world = await withLimit(1, {})
  return (await world.opened(0)).octets
}

test('a campaign pauses when the sessions of two nodes have used its octets, and resumes only with a larger budget', async () => {
  const each = await octetsOfPoll()
  await using world = await withLimit(4, { octetsInAll: 2 * each })
  const { poll, opened, ports } = world
  const { read, change, history } = operator(world)
  expect((await opened(0)).octets).toBe(each)
  expect(await read()).toMatchObject({ state: 'running', octets: each })
  await until(async () => isOpen(await poll(1, ports[1])))
  const paused = await until(async () => {
    const now = await read()
    return now.paused && now
  })
  expect(paused).toMatchObject({ state: 'paused', paused: { cause: 'octets', by: '' }, octets: 2 * each })
  expect(isOpen(await poll(2))).toBe(false)
  expect(isOpen(await poll(3))).toBe(false)
  expect((await history())[0]).toMatchObject({ change: 'pauseByOctets', by: null, octets: 2 * each, budget: 2 * each })

  const [told] = await titlesOf(world.admin, 'ota')
  expect(told).toMatch(new RegExp(`^Campaign paused: its octets are used up: .* · ${2 * each} octets at most$`))

  expect(await failureOf(change({ action: 'resume' }))).toMatchObject({ code: 'budgetSpent', status: 409 })
  expect((await failureOf(change({ action: 'resume', octetsInAll: 2 * each }))).code).toBe('budgetSpent')
  expect((await read()).rollout?.octetsInAll).toBe(2 * each)
  expect(await change({ action: 'resume', octetsInAll: 4 * each })).toMatchObject({ state: 'running', paused: null })
  expect((await history())[0]).toMatchObject({ change: 'resume', limits: [{ name: 'octetsInAll', from: 2 * each, to: 4 * each }] })
  expect((await opened(2)).octets).toBe(each)
  expect(await read()).toMatchObject({ octets: 3 * each })
})

test('octets of sessions that were replaced, given up or have expired stay counted', async () => {
  await using world = await withLimit(3, { octetsInAll: 1_000_000 })
  const { server, opened, giveUp, ports } = world
  const { read } = operator(world)
  const first = await opened(0)
  const again = await opened(0)
  const second = await opened(1)
  const close = await giveUp(second.session, ports[1]!)
  const third = await opened(2)
  const polls = first.octets + again.octets + second.octets + third.octets
  const { octets } = await read()
  expect(octets).toBeGreaterThan(polls + close!.length)
  await server.db
    .updateTable('ota_sessions')
    .set({ last_frame_at: new Date(Date.now() - 200_000), expiry_minute: new Date(Date.now() - 20_000) })
    .execute()
  const jobReader = new OtaJobReader(new Sealer(server.masterKey), String)
  await until(async () => (await expireSessions({ db: server.db, jobReader, publish: () => undefined })) === 0)
  expect(await server.db.selectFrom('ota_sessions').selectAll().execute()).toEqual([])
  expect((await read()).octets).toBe(octets)
  // The job adds up the rows of ended sessions.
  await until(async () => (await server.db.selectFrom('campaign_octets').selectAll().execute()).length === 1)
  expect((await read()).octets).toBe(octets)
})

test('octets of a SIM that is deleted after its session stay counted', async () => {
  await using world = await withLimit(2, { octetsInAll: 1_000_000 })
  const { octets } = await world.opened(0)
  const { server, admin } = world
  const sim = await server.db.selectFrom('sims').select('id').where('iccid', 'like', '%0000').executeTakeFirstOrThrow()
  await server.db
    .updateTable('ota_jobs')
    .set({ status: 'Failed', code: 402, finished_at: new Date() })
    .where('sim_id', '=', sim.id)
    .execute()
  await admin(endpoints.deleteSim, { params: { id: sim.id } })
  expect((await operator(world).read()).octets).toBe(octets)
})

test('a budget that is used up keeps a campaign paused when its daily window opens', async () => {
  await using world = await withLimit(2, { octetsInAll: 1_000_000 })
  const { octets } = await world.opened(0)
  const { read } = operator(world)
  const { id } = world.campaign
  const set = async (more: object) => {
    const rollout = JSON.stringify({ ...(await read()).rollout, ...more })
    await world.server.db.updateTable('campaigns').set({ rollout }).where('id', '=', id).execute()
  }
  const pausedFor = (cause: string) => until(async () => (await read()).paused?.cause === cause)
  const clock = (hours: number) => `${String((new Date().getUTCHours() + hours) % 24).padStart(2, '0')}:00`
  await set({ window: { from: clock(2), to: clock(3), timeZone: 'UTC' } })
  await pausedFor('window')
  await set({ window: { from: clock(0), to: clock(3), timeZone: 'UTC' }, octetsInAll: octets })
  await pausedFor('octets')
  const events = await world.server.db.selectFrom('campaign_events').select('event').where('campaign_id', '=', id).orderBy('id').execute()
  expect(events.map(({ event }) => event)).toEqual(['pauseByWindow', 'pauseByOctets'])
})

test('a campaign without a budget gets one while it runs, and counts the octets of before', async () => {
  await using world = await withLimit(2, {})
  const { octets } = await world.opened(0)
  const { read, change } = operator(world)
  expect((await read()).octets).toBeNull()
  expect(await change({ action: 'setLimits', limits: { octetsInAll: octets + 1 } })).toMatchObject({ octets, state: 'running' })
  await change({ action: 'setLimits', limits: { octetsInAll: octets } })
  await until(async () => (await read()).paused?.cause === 'octets')
  expect(await change({ action: 'resume', octetsInAll: null })).toMatchObject({ state: 'running', octets: null })
})
