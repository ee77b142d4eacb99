import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import { memberByEmail } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addFleet, addPackage, failureOf, other, snapshotOf } from '../testing.ts'

let server: TestServer
let call: TestCall
let key: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  key = (await addPackage(call, fixedAids.telemetry)).key
})
afterAll(() => server[Symbol.asyncDispose]())

const fleet = (size: number, more = {}) => addFleet(server, size, more)
const start = async (by: TestCall, simIds: number[], rollout: RolloutInput) =>
  by(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(by, simIds), targets: [other({ package: key })], rollout } })
const read = (id: number) => call(endpoints.getCampaign, { params: { id } })
const change = (id: number, body: Parameters<typeof call<typeof endpoints.changeCampaign>>[1]['body']) =>
  call(endpoints.changeCampaign, { params: { id }, body })
const end = (simIds: number[], status: 'Succeeded' | 'Failed', at = new Date()) =>
  server.db.updateTable('ota_jobs').set({ status, finished_at: at }).where('sim_id', 'in', simIds).where('status', '=', 'Ready').execute()
const due = async (simIds: number[]) => {
  const rows = await server.db.selectFrom('ota_jobs').select('sim_id').where('sim_id', 'in', simIds).where(isDue('ota_jobs')).execute()
  return rows.map((row) => row.sim_id).toSorted((one, next) => one - next)
}
const inAnHour = () => new Date(Date.now() + 3_600_000)
const released = (id: number, wave: number) => until(async () => (await read(id)).waves[wave - 1]?.releasedAt)

test('a campaign continues after its creator lost the permission and after the creator was deleted, and still names the creator', async () => {
  const root = await server.signIn('ROOT')
  const creator = await server.signIn('ADMIN')
  const { name } = await memberByEmail(root, creator.email)
  const ids = await fleet(3)
  const { id } = await start(creator, ids, { waves: [{ sims: 1 }, { sims: 1 }], order: 'id', endedPercent: 100 })
  await root(endpoints.updateMember, { params: { email: creator.email }, body: { role_id: 3 } })
  expect((await failureOf(creator(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } }))).status).toBeGreaterThanOrEqual(
    401,
  )
  await end(ids.slice(0, 1), 'Succeeded')
  await released(id, 2)
  await root(endpoints.deleteMembers, { body: { emails: [creator.email] } })
  await end(ids.slice(1, 2), 'Succeeded')
  await released(id, 3)
  expect(await due(ids)).toEqual(ids.slice(2))
  expect(await read(id)).toMatchObject({ state: 'running', createdBy: name })
  expect((await call(endpoints.listCampaigns, { query: { createdBy: name } })).data.map((one) => one.id)).toContain(id)
  const [last] = (await call(endpoints.getCampaignHistory, { params: { id } })).toReversed()
  expect(last).toMatchObject({ change: 'start', by: name })
})

test('a campaign whose first group was deleted keeps its waves; a new one with that group is refused', async () => {
  const group = await call(endpoints.createGroup, { body: { name: 'First' } })
  const others = await fleet(2)
  const members = await fleet(2, { group_id: group.id })
  const rollout: RolloutInput = { waves: [{ sims: 2 }], order: 'id', firstGroup: group.id, endedPercent: 100 }
  const { id } = await start(call, [...others, ...members], rollout)
  await call(endpoints.deleteGroup, { params: { id: group.id } })
  expect(await due([...others, ...members])).toEqual(members)
  await end(members, 'Succeeded')
  await released(id, 2)
  expect(await due(others)).toEqual(others)
  expect((await read(id)).rollout?.firstGroup).toBe(group.id)
  expect((await failureOf(start(call, await fleet(1), rollout))).code).toBe('groupNotFound')
})

test('figures of a campaign, of its waves and of its causes no longer count SIMs that were deleted after its end', async () => {
  const ids = await fleet(4)
  const { id } = await start(call, ids, { waves: [{ sims: 2 }], order: 'id', maxFailedPercent: null })
  await end(ids.slice(0, 3), 'Succeeded')
  await end(ids.slice(3), 'Failed')
  await closeFinishedCampaigns(server.db, [id])
  const isStored = async () =>
    (await server.db.selectFrom('campaigns').select('figures_final').where('id', '=', id).executeTakeFirstOrThrow()).figures_final
  await until(isStored)
  await call(endpoints.deleteSim, { params: { id: ids[0]! } })
  const expected = { total: 3, counts: { Succeeded: 2, Failed: 1 }, waves: [{ sims: 1, counts: { Succeeded: 1 } }, { sims: 2 }] }
  expect(await read(id)).toMatchObject(expected)
  await until(isStored)
  expect(await read(id)).toMatchObject(expected)
  const points = (await call(endpoints.getCampaignResults, { params: { id } })).points
  expect(points.reduce((sum, one) => sum + one.succeeded, 0)).toBe(2)
})

test('after a clock that ran an hour ahead is set back, failures still pause a campaign that was resumed', async () => {
  const ids = await fleet(40)
  const { id } = await start(call, ids, { waves: [{ sims: 30 }], order: 'id', minResults: 3, maxFailedPercent: 50, endedPercent: 100 })
  await end(ids.slice(0, 4), 'Failed', inAnHour())
  await until(async () => (await read(id)).state === 'paused')
  await change(id, { action: 'resume' })
  await server.db.updateTable('campaigns').set({ results_from: inAnHour() }).where('id', '=', id).execute()
  await end(ids.slice(4, 10), 'Failed')
  await until(async () => (await read(id)).state === 'paused')
  expect((await read(id)).paused).toMatchObject({ cause: 'failures' })
  expect(await due(ids)).toEqual([])
})

test('after a clock that ran an hour ahead is set back, results are still counted by minute', async () => {
  const ids = await fleet(3)
  const { id } = await start(call, ids, { maxFailedPercent: null })
  const succeeded = async () =>
    (await call(endpoints.getCampaignResults, { params: { id } })).points.reduce((sum, one) => sum + one.succeeded, 0)
  await end(ids.slice(0, 1), 'Succeeded', inAnHour())
  await until(
    async () =>
      (await server.db.selectFrom('campaign_figures').select('ended').where('campaign_id', '=', id).executeTakeFirst())?.ended === 1,
  )
  await server.db.updateTable('campaign_figures').set({ results_until: inAnHour() }).where('campaign_id', '=', id).execute()
  await end(ids.slice(1, 2), 'Succeeded')
  await change(id, { action: 'pause' })
  await until(async () => (await succeeded()) === 2)
})

test('after a clock that ran ahead is set back, an OTA does not wait longer for its next attempt than an hour', async () => {
  const ids = await fleet(2)
  await start(call, ids, {})
  await server.db
    .updateTable('ota_jobs')
    .set({ attempts: 1, not_before: new Date(Date.now() + 1_800_000) })
    .where('sim_id', '=', ids[0]!)
    .execute()
  await server.db
    .updateTable('ota_jobs')
    .set({ attempts: 1, not_before: new Date(Date.now() + 86_400_000) })
    .where('sim_id', '=', ids[1]!)
    .execute()
  expect(await due(ids)).toEqual(ids.slice(1))
})

test('a campaign that cannot be changed does not keep the others from their changes', async () => {
  const broken = await start(call, await fleet(2), { waves: [{ sims: 1 }], order: 'id' })
  await server.db
    .updateTable('campaigns')
    .set({ rollout: JSON.stringify({ ...broken.rollout, window: { from: '00:00', to: '01:00', timeZone: 'Mars/Olympus' } }) })
    .where('id', '=', broken.id)
    .execute()
  const ids = await fleet(2)
  const later = await start(call, ids, { waves: [{ sims: 1 }], order: 'id' })
  await end(ids.slice(0, 1), 'Succeeded')
  await until(async () => (await read(later.id)).waves[1]?.releasedAt)
  await call(endpoints.cancelOta, { params: { id: broken.id }, body: {} })
})

test('a campaign that a transaction keeps locked does not hold up the waves, the pauses and the ends of others', async () => {
  const limits = { waves: [{ sims: 2 }, { sims: 2 }], maxFailedPercent: 50, minResults: 1 }
  const [stuckIds, failingIds, endingIds] = [await fleet(4), await fleet(4), await fleet(1)]
  const [stuck, failing, ending] = [
    await start(call, stuckIds, limits),
    await start(call, failingIds, limits),
    await start(call, endingIds, {}),
  ]
  await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('campaigns').select('id').where('id', '=', stuck.id).forUpdate().execute()
    await end(stuckIds, 'Failed')
    await end(failingIds, 'Failed')
    await end(endingIds, 'Succeeded')
    await until(async () => (await read(failing.id)).state === 'paused')
    await closeFinishedCampaigns(server.db, 'all')
    expect((await read(ending.id)).state).toBe('completed')
    expect((await read(stuck.id)).state).toBe('running')
  })
  await until(async () => (await read(stuck.id)).state !== 'running')
})

test('no wave follows one of a campaign whose OTAs are not all written yet, and the next one does afterwards', async () => {
  const [ids, others] = [await fleet(2), await fleet(2)]
  const incomplete = await start(call, ids, { waves: [{ sims: 1 }], order: 'id' })
  const complete = await start(call, others, { waves: [{ sims: 1 }], order: 'id' })
  await server.db.insertInto('campaign_setups').values({ campaign_id: incomplete.id, request: '{}', otas: 2, is_listed: true }).execute()
  await end([ids[0]!, others[0]!], 'Succeeded')
  await released(complete.id, 2)
  expect(await read(incomplete.id)).toMatchObject({ counts: { Ready: 1, Succeeded: 1 }, waves: [{}, { releasedAt: null }] })
  expect(await due(ids)).toEqual([])
  await server.db.deleteFrom('campaign_setups').where('campaign_id', '=', incomplete.id).execute()
  await released(incomplete.id, 2)
})
