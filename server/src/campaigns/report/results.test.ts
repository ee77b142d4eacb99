import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addFleet, addPackage, failureOf, other, snapshotOf } from '../testing.ts'
import { stepOf } from './results.ts'

const { telemetry } = fixedAids
const minuteMs = 60_000

let server: TestServer
let call: TestCall
let key: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  key = (await addPackage(call, telemetry)).key
})
afterAll(() => server[Symbol.asyncDispose]())

const fleet = (size: number) => addFleet(server, size)
const end = (simIds: number[], status: 'Succeeded' | 'Failed' | 'Blocked' | 'NotFound', at: Date) =>
  server.db.updateTable('ota_jobs').set({ status, finished_at: at }).where('sim_id', 'in', simIds).execute()
const results = (id: number) => call(endpoints.getCampaignResults, { params: { id } })
const sums = (points: { succeeded: number; failed: number }[]) =>
  points.reduce((sum, { succeeded, failed }) => ({ succeeded: sum.succeeded + succeeded, failed: sum.failed + failed }), {
    succeeded: 0,
    failed: 0,
  })

test('results are counted by minute and wave while a campaign runs, its rate is that of the last minutes, and a recount after the end is the same', async () => {
  const ids = await fleet(8)
  const { id } = await call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })], rollout: { waves: [{ sims: 4 }], order: 'id' } },
  })
  expect(await results(id)).toMatchObject({ points: [], rate: null })
  const now = Date.now()
  await server.db
    .updateTable('campaign_waves')
    .set({ released_at: new Date(now - 5 * minuteMs) })
    .where('wave', '=', 1)
    .execute()
  await end(ids.slice(0, 2), 'Succeeded', new Date(now - 4 * minuteMs))
  await end(ids.slice(2, 3), 'Failed', new Date(now - 3 * minuteMs))
  const running = await until(async () => {
    // The job counts a campaign that was counted before only after a change or a minute, and only its last results.
    await server.db
      .updateTable('campaign_figures')
      .set({ results_until: new Date(0) })
      .where('campaign_id', '=', id)
      .execute()
    await call(endpoints.changeCampaign, { params: { id }, body: { action: 'resume' } })
    const found = await results(id)
    return sums(found.points).failed === 1 ? found : null
  })
  expect(sums(running.points)).toEqual({ succeeded: 2, failed: 1 })
  expect(running.points.map(({ wave }) => wave)).toEqual([1, 1])
  expect(running.stepMinutes).toBe(1)
  expect(running.rate?.sims).toBe(3)
  expect(running.rate?.minutes).toBeGreaterThanOrEqual(5)
  expect(running.rate?.minutes).toBeLessThan(7)
  const [listed] = (await call(endpoints.listCampaigns, { query: {} })).data
  expect(listed).toMatchObject({ id, rate: { sims: 3 } })

  await call(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  expect((await results(id)).rate).toBeNull()
  expect((await call(endpoints.getCampaign, { params: { id } })).rate).toBeNull()
  await end(ids.slice(3, 7), 'Succeeded', new Date(now - minuteMs))
  await end(ids.slice(7), 'NotFound', new Date(now))
  await closeFinishedCampaigns(server.db, [id])
  const ended = await until(async () => {
    const found = await results(id)
    return sums(found.points).succeeded === 6 ? found : null
  })
  expect(sums(ended.points)).toEqual({ succeeded: 6, failed: 1 })
  expect(ended.points.map(({ wave }) => wave)).toEqual([1, 1, 1, 2])
  expect(ended.rate).toBeNull()
  expect((await failureOf(results(999_999))).code).toBe('campaignNotFound')
})

test('blocked SIMs are counted apart from failed ones, over time, in the order of the list and in the rate', async () => {
  const ids = await fleet(5)
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })] } })
  const now = Date.now()
  await end(ids.slice(0, 1), 'Failed', new Date(now - 60_000))
  await end(ids.slice(1, 3), 'Blocked', new Date(now - 60_000))
  await end(ids.slice(3), 'Succeeded', new Date(now - 60_000))
  await closeFinishedCampaigns(server.db, [id])
  const points = await until(async () => {
    const found = (await results(id)).points
    return found.length > 0 ? found : null
  })
  expect(points).toMatchObject([{ succeeded: 2, failed: 1, blocked: 2 }])
  expect((await call(endpoints.getCampaign, { params: { id } })).counts).toMatchObject({ Succeeded: 2, Failed: 1, Blocked: 2 })
  const listed = (await call(endpoints.listCampaigns, { query: { sort: 'blocked:DESC' } })).data
  expect(listed[0]?.id).toBe(id)
  const figures = server.db.selectFrom('campaign_figures').select(['ended', 'succeeded', 'failed', 'blocked', 'cancelled'])
  expect(await figures.where('campaign_id', '=', id).executeTakeFirst()).toEqual({
    ended: 5,
    succeeded: 2,
    failed: 1,
    blocked: 2,
    cancelled: 0,
  })
})

test('results of a long campaign are stored in coarser steps with age, without a loss', async () => {
  const ids = await fleet(30)
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })] } })
  const now = Date.now()
  for (const [index, simId] of ids.entries()) {
    const daysAgo = [10, 3, 0][index % 3]!
    await end([simId], index % 2 === 0 ? 'Succeeded' : 'Failed', new Date(now - daysAgo * 24 * 60 * minuteMs - index * minuteMs))
  }
  await closeFinishedCampaigns(server.db, [id])
  await until(async () => (sums((await results(id)).points).succeeded === 15 ? true : null))
  const rows = await server.db.selectFrom('campaign_results').select(['minutes', 'at']).where('campaign_id', '=', id).execute()
  expect([...new Set(rows.map(({ minutes }) => minutes))].toSorted((a, b) => a - b)).toEqual([1, 10, 60])
  expect(rows.length).toBeLessThan(20)
  const { stepMinutes, points } = await results(id)
  expect(sums(points)).toEqual({ succeeded: 15, failed: 15 })
  expect(stepMinutes).toBe(180)
})

test('a step is long enough for the whole campaign, and never shorter than a stored one', () => {
  const at = (minutes: number) => new Date(minutes * minuteMs)
  expect(stepOf({ first_at: null, last_at: null, minutes: null })).toBe(1)
  expect(stepOf({ first_at: at(0), last_at: at(90), minutes: 1 })).toBe(1)
  expect(stepOf({ first_at: at(0), last_at: at(300), minutes: 1 })).toBe(5)
  expect(stepOf({ first_at: at(0), last_at: at(60), minutes: 60 })).toBe(60)
})
