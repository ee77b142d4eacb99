import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addFleet, addPackage, failureOf, other, snapshotOf } from '../testing.ts'

const { telemetry } = fixedAids

let server: TestServer
let call: TestCall
let key: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  key = (await addPackage(call, telemetry)).key
})
afterAll(() => server[Symbol.asyncDispose]())

const fleet = (size: number, more = {}) => addFleet(server, size, more)
const put = (snapshotId: number, rollout: RolloutInput) =>
  call(endpoints.putBulkOta, { body: { snapshotId, targets: [other({ package: key })], rollout } })
const start = async (simIds: number[], rollout: RolloutInput) => put(await snapshotOf(call, simIds), rollout)
const read = (id: number) => call(endpoints.getCampaign, { params: { id } })
const change = (id: number, body: Parameters<typeof call<typeof endpoints.changeCampaign>>[1]['body']) =>
  call(endpoints.changeCampaign, { params: { id }, body })

/** The SIMs of each wave of a campaign, in the order of their ids. */
async function wavesOf(id: number): Promise<number[][]> {
  const jobs = await server.db.selectFrom('ota_jobs').select(['sim_id', 'wave']).where('campaign_id', '=', id).orderBy('sim_id').execute()
  const waves: number[][] = []
  for (const { sim_id, wave } of jobs) (waves[wave - 1] ??= []).push(sim_id)
  return waves
}
const end = (simIds: number[], status: 'Succeeded' | 'Failed') =>
  server.db
    .updateTable('ota_jobs')
    .set({ status, finished_at: new Date() })
    .where('sim_id', 'in', simIds)
    .where('status', '=', 'Ready')
    .execute()
/** Those of the SIMs that a session may send an OTA to now, in the order of their ids. */
async function due(simIds: number[]): Promise<number[]> {
  const jobs = await server.db.selectFrom('ota_jobs as j').select('j.sim_id').where('j.sim_id', 'in', simIds).where(isDue('j')).execute()
  return jobs.map(({ sim_id: id }) => id).toSorted((one, other) => one - other)
}

test('waves have their sizes, the last one has the rest, and the same seed chooses the same SIMs', async () => {
  const ids = await fleet(40)
  const rollout = { waves: [{ sims: 3 }, { percent: 26 }], seed: 7 }
  const first = await start(ids, rollout)
  expect(first.waves.map(({ wave, sims, releasedAt }) => [wave, sims, releasedAt !== null])).toEqual([
    [1, 3, true],
    [2, 11, false],
    [3, 26, false],
  ])
  const chosen = await wavesOf(first.id)
  expect(await due(ids)).toEqual(chosen[0])
  await call(endpoints.cancelOta, { params: { id: first.id }, body: {} })
  const second = await start(ids, rollout)
  expect(await wavesOf(second.id)).toEqual(chosen)
  await call(endpoints.cancelOta, { params: { id: second.id }, body: {} })
  const other = await start(ids, { ...rollout, seed: 8 })
  expect(await wavesOf(other.id)).not.toEqual(chosen)
})

test('the SIMs of a group come first, and waves beyond the last SIM are left out', async () => {
  const group = await call(endpoints.createGroup, { body: { name: 'first' } })
  const before = await fleet(4)
  const ids = await fleet(2, { group_id: group.id })
  const { id, waves } = await start([...before, ...ids], {
    waves: [{ sims: 2 }, { sims: 4 }, { sims: 9 }],
    order: 'id',
    firstGroup: group.id,
  })
  expect(waves.map(({ sims }) => sims)).toEqual([2, 4])
  expect(await wavesOf(id)).toEqual([ids, before])
})

test('the next wave is released when enough SIMs of the present one have ended, and the last one ends the campaign', async () => {
  const ids = await fleet(10)
  const { id } = await start(ids, { waves: [{ sims: 4 }], order: 'id', endedPercent: 75 })
  await end(ids.slice(0, 2), 'Succeeded')
  expect(await due(ids)).toEqual(ids.slice(2, 4))
  await end(ids.slice(2, 3), 'Succeeded')
  const released = await until(async () => {
    const campaign = await read(id)
    return campaign.waves[1]?.releasedAt ? campaign : null
  })
  expect(released.waves[0]).toMatchObject({ sims: 4, counts: { Succeeded: 3, Ready: 1 } })
  expect(await due(ids)).toEqual(ids.slice(3))
  await end(ids, 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])
  expect((await read(id)).state).toBe('completed')
})

test('a campaign pauses when too many SIMs of a wave fail, before it touches the next wave', async () => {
  const ids = await fleet(20)
  const { id } = await start(ids, { waves: [{ sims: 10 }], order: 'id', maxFailedPercent: 10, minResults: 5, endedPercent: 50 })
  await end(ids.slice(0, 4), 'Failed')
  expect((await read(id)).state).toBe('running')
  await end(ids.slice(4, 6), 'Succeeded')
  const paused = await until(async () => {
    const campaign = await read(id)
    return campaign.state === 'paused' && campaign
  })
  expect(paused.paused).toMatchObject({ cause: 'failures', wave: 1, failed: 4, ended: 6, by: '' })
  expect(await due(ids)).toEqual([])
  expect(paused.waves[1]?.releasedAt).toBeNull()

  // The failures up to the resumption are accepted: half of the wave has ended, so the next one follows.
  await change(id, { action: 'resume', maxFailedPercent: 20 })
  expect((await read(id)).rollout?.maxFailedPercent).toBe(20)
  await until(async () => (await read(id)).waves[1]?.releasedAt)
  expect(await read(id)).toMatchObject({ state: 'running', paused: null })
  expect(await due(ids)).toEqual(ids.slice(6))
})

test('a wave smaller than the number of results to judge is judged at its end', async () => {
  const ids = await fleet(6)
  const { id } = await start(ids, { waves: [{ sims: 2 }], order: 'id', maxFailedPercent: 0, minResults: 200 })
  await end(ids.slice(0, 1), 'Failed')
  await end(ids.slice(1, 2), 'Succeeded')
  await until(async () => (await read(id)).state === 'paused')
  expect((await read(id)).paused).toMatchObject({ cause: 'failures', failed: 1, ended: 2 })
})

test('a wave smaller than the number of results to judge is judged before the next one, although some of its SIMs never end', async () => {
  const ids = await fleet(40)
  const { id } = await start(ids, { waves: [{ sims: 20 }], order: 'id' })
  await end(ids.slice(0, 19), 'Failed')
  const changed = await until(async () => {
    const campaign = await read(id)
    return (campaign.paused ?? campaign.waves[1]?.releasedAt) && campaign
  })
  expect(changed).toMatchObject({ state: 'paused', paused: { cause: 'failures', wave: 1, failed: 19, ended: 19 } })
  expect(await due(ids)).toEqual([])
  await change(id, { action: 'resume' })
  await until(async () => (await read(id)).waves[1]?.releasedAt)
})

test('SIMs must poll again after their OTA before the next wave, if the rollout requires it', async () => {
  const ids = await fleet(4)
  const { id } = await start(ids, { waves: [{ sims: 2 }], order: 'id', pollsAgain: true, endedPercent: 100 })
  await end(ids.slice(0, 2), 'Succeeded')
  const polled = (simIds: number[]) =>
    server.db
      .updateTable('sim_contacts')
      .set({ last_poll: new Date(Date.now() + 1_000) })
      .where('sim_id', 'in', simIds)
      .execute()
  await polled(ids.slice(0, 1))
  const sentinel = await start(await fleet(2), { waves: [{ sims: 1 }], order: 'id' })
  await end((await wavesOf(sentinel.id))[0]!, 'Succeeded')
  // The job has looked at both campaigns when it has released the wave of the later one.
  await until(async () => (await read(sentinel.id)).waves[1]?.releasedAt)
  expect((await read(id)).waves[1]?.releasedAt).toBeNull()
  await polled(ids.slice(1, 2))
  await until(async () => (await read(id)).waves[1]?.releasedAt)
})

test('with manual release a wave waits for a user, and a second click or a repeated call releases nothing more', async () => {
  const ids = await fleet(3)
  const { id } = await start(ids, { waves: [{ sims: 1 }, { sims: 1 }], order: 'id', next: 'manual' })
  const release = (wave: number) => change(id, { action: 'release', wave })
  const results = await Promise.all([failureOf(release(2)), failureOf(release(2))])
  expect(results.map(({ code }) => code ?? 'done')).toEqual(['done', 'done'])
  expect(await due(ids)).toEqual(ids.slice(0, 2))
  await change(id, { action: 'pause' })
  expect((await failureOf(release(3))).code).toBe('campaignNotRunning')
  expect(await release(2)).toMatchObject({ state: 'paused' })
  await change(id, { action: 'resume' })
  await release(3)
  expect((await failureOf(release(4))).code).toBe('noFurtherWave')
})

test('a scheduled campaign touches no SIM before its start, can be paused and cancelled, and starts at its time', async () => {
  const ids = await fleet(2)
  const inTenMinutes = new Date(Date.now() + 600_000).toISOString()
  const scheduled = await start(ids, { startAt: inTenMinutes })
  expect(scheduled).toMatchObject({ state: 'scheduled', rollout: { startAt: inTenMinutes } })
  expect(await due(ids)).toEqual([])
  await change(scheduled.id, { action: 'pause' })
  expect((await change(scheduled.id, { action: 'resume' })).state).toBe('scheduled')
  await call(endpoints.cancelOta, { params: { id: scheduled.id }, body: {} })
  expect((await read(scheduled.id)).state).toBe('stopped')

  const soon = await start(ids, { startAt: inTenMinutes })
  await server.db
    .updateTable('campaigns')
    .set({ rollout: JSON.stringify({ ...soon.rollout, startAt: new Date().toISOString() }) })
    .where('id', '=', soon.id)
    .execute()
  await until(async () => (await read(soon.id)).state === 'running')
  expect(await due(ids)).toEqual(ids)
})

test('outside its daily window a campaign waits; a user can pause it beyond the window', async () => {
  const ids = await fleet(2)
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const closed = { from: hour(2), to: hour(3), timeZone: 'UTC' }
  const { id } = await start(ids, { window: closed })
  expect((await read(id)).paused).toMatchObject({ cause: 'window' })
  expect(await due(ids)).toEqual([])
  expect((await change(id, { action: 'resume' })).paused).toMatchObject({ cause: 'window' })
  expect((await change(id, { action: 'pause' })).paused).toMatchObject({ cause: 'member', by: 'ADMIN' })
  expect((await change(id, { action: 'resume' })).paused).toMatchObject({ cause: 'window' })
  const { rollout } = await read(id)
  const set = (window: object) =>
    server.db
      .updateTable('campaigns')
      .set({ rollout: JSON.stringify({ ...rollout, window }) })
      .where('id', '=', id)
      .execute()
  await set({ ...closed, from: hour(-1) })
  await until(async () => (await read(id)).state === 'running')
  expect(await due(ids)).toEqual(ids)
  await set(closed)
  await until(async () => (await read(id)).state === 'paused')
  expect(await due(ids)).toEqual([])
})

test('at its end a campaign cancels the SIMs that are still Ready, also in waves that were not released', async () => {
  const ids = await fleet(4)
  const { id, rollout } = await start(ids, { waves: [{ sims: 2 }], order: 'id', endAt: new Date(Date.now() + 600_000).toISOString() })
  await end(ids.slice(0, 1), 'Succeeded')
  await server.db
    .updateTable('campaigns')
    .set({ rollout: JSON.stringify({ ...rollout, endAt: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
  const stopped = await until(async () => {
    const campaign = await read(id)
    return campaign.state === 'stopped' && campaign
  })
  expect(stopped).toMatchObject({ cancelled: 3, counts: { Succeeded: 1, Failed: 3 } })
})

test('a campaign that reaches its end outside its daily window lets an interrupted SIM continue', async () => {
  const ids = await fleet(2)
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const window = { from: hour(2), to: hour(3), timeZone: 'UTC' }
  const { id, rollout } = await start(ids, { window, endAt: new Date(Date.now() + 600_000).toISOString() })
  await end(ids.slice(0, 1), 'Succeeded')
  await server.db.updateTable('ota_jobs').set({ status: 'Interrupted' }).where('sim_id', '=', ids[1]!).execute()
  expect(await due(ids)).toEqual([])
  await server.db
    .updateTable('campaigns')
    .set({ rollout: JSON.stringify({ ...rollout, endAt: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
  await until(async () => (await read(id)).state === 'stopping')
  expect(await due(ids)).toEqual(ids.slice(1))
  await end(ids, 'Succeeded')
})

test('a rollout with impossible times, sizes or groups is refused, and the snapshot stays usable', async () => {
  const ids = await fleet(1)
  const snapshotId = await snapshotOf(call, ids)
  const codeOf = async (rollout: RolloutInput) => (await failureOf(put(snapshotId, rollout))).code
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  expect(await codeOf({ startAt: at(-1) })).toBe('startInPast')
  expect(await codeOf({ startAt: at(5), endAt: at(4) })).toBe('endBeforeStart')
  expect(await codeOf({ endAt: at(-1) })).toBe('endBeforeStart')
  expect(await codeOf({ firstGroup: 999_999 })).toBe('groupNotFound')
  for (const wrong of [
    { waves: [{ percent: 0 }] },
    { waves: [{ sims: 0 }] },
    { waves: Array.from({ length: 10 }, () => ({ sims: 1 })) },
    { window: { from: '09:00', to: '09:00', timeZone: 'Asia/Tokyo' } },
    { window: { from: '24:00', to: '09:00', timeZone: 'Asia/Tokyo' } },
    { window: { from: '09:00', to: '10:00', timeZone: 'Mars/Olympus' } },
    { maxFailedPercent: 101 },
  ])
    expect([wrong, await codeOf(wrong as RolloutInput)]).toEqual([wrong, 'invalidInput'])
  expect(await put(snapshotId, {})).toMatchObject({ state: 'running', total: 1 })
})
