import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { LimitChanges } from '@simdeck/contract/rollout.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { snapshotOf } from '../testing.ts'
import { type Approvals, approvals, codeOf as code } from './testing.ts'

let server: TestServer
let world: Approvals
beforeAll(async () => {
  server = await startTestServer()
  world = await approvals(server)
  await world.setThreshold(3)
})
afterAll(() => server[Symbol.asyncDispose]())

type Change = { action: 'resume'; maxFailedPercent: number | null } | { action: 'setLimits'; limits: LimitChanges }
const change = (id: number, body: Change) => world.asker(endpoints.changeCampaign, { params: { id }, body })

test('the limits of an approved campaign can be tighter than the approved ones, and not looser; the others are free', async () => {
  const { id } = await world.start(await world.fleet(3), {
    rollout: { maxFailedPercent: 2, retries: 3, maxAtOnce: 50, octetsInAll: 90_000 },
  })
  expect(await code(change(id, { action: 'setLimits', limits: { retries: 2 } }))).toBe('campaignAwaitsApproval')
  await world.approve(world.colleague, id)

  const resume = (maxFailedPercent: number | null) => change(id, { action: 'resume', maxFailedPercent })
  expect(await code(resume(5))).toBe('approvedLimit')
  expect(await code(resume(null))).toBe('approvedLimit')
  expect(await resume(1)).toMatchObject({ rollout: { maxFailedPercent: 1 } })
  expect(await resume(2)).toMatchObject({ rollout: { maxFailedPercent: 2 } })

  const limits = (wanted: LimitChanges) => change(id, { action: 'setLimits', limits: wanted })
  expect(await code(limits({ retries: 4 }))).toBe('approvedLimit')
  expect(await code(limits({ maxAtOnce: 51 }))).toBe('approvedLimit')
  expect(await code(limits({ octetsInAll: 90_001 }))).toBe('approvedLimit')
  expect(await code(limits({ octetsInAll: null }))).toBe('approvedLimit')
  expect(await code(limits({ maxAtOnce: null, maxPerCell: 5 }))).toBe('approvedLimit')
  expect(await limits({ retries: 0, maxAtOnce: 10, maxPerCell: 5 })).toMatchObject({
    rollout: { retries: 0, maxAtOnce: 10, maxPerCell: 5 },
  })
  expect(await limits({ retries: 3, maxAtOnce: 50, maxPerCell: null })).toMatchObject({
    rollout: { retries: 3, maxAtOnce: 50, maxPerCell: null },
  })
})

test('a campaign that needed no approval has free limits', async () => {
  const { id } = await world.start(await world.fleet(2), { rollout: { maxFailedPercent: 2, retries: 1 } })
  expect(await change(id, { action: 'resume', maxFailedPercent: null })).toMatchObject({ rollout: { maxFailedPercent: null } })
  expect(await change(id, { action: 'setLimits', limits: { retries: 9 } })).toMatchObject({ rollout: { retries: 9 } })
})

test('the dry run of a start without one leaves out the SIMs over the budget of octets, as the campaign does', async () => {
  const roomy = await world.fleet(3, { receive_buffer: 1000 })
  const snapshotId = await snapshotOf(world.asker, roomy)
  const { targets } = world
  const { bytesPerSim: octetsPerSim } = await world.asker(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })
  const tight = await world.fleet(1, { receive_buffer: 200 })
  const { id, total } = await world.asker(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(world.asker, [...roomy, ...tight]), targets, rollout: { octetsPerSim } },
  })
  expect(total).toBe(3)
  expect((await world.request(world.colleague, id)).dryRun).toMatchObject({ eligible: 3, excluded: [{ reason: 'overBudget', count: 1 }] })
})

test('a waiting campaign can be stopped, and then nobody decides it any more', async () => {
  const ids = await world.fleet(4)
  const { id } = await world.start(ids)
  await world.colleague(endpoints.cancelOta, { params: { id }, body: { simIds: ids.slice(0, 1) } })
  expect(await world.read(id)).toMatchObject({ state: 'awaitingApproval', cancelled: 1 })
  await world.colleague(endpoints.cancelOta, { params: { id }, body: {} })
  expect(await world.read(id)).toMatchObject({ state: 'stopped', cancelled: 4, approval: { outcome: null } })
  expect(await world.request(world.colleague, id)).toMatchObject({ mayDecide: false, mayWithdraw: false, changes: null })
  expect(await code(world.approve(world.colleague, id))).toBe('approvalDecided')
})

test('a campaign that was not approved can be archived, one that waits cannot; the list finds both by their states', async () => {
  const [rejected, open] = [await world.start(await world.fleet(3)), await world.start(await world.fleet(3))]
  await world.reject(world.colleague, rejected.id)
  const inState = async (state: 'awaitingApproval' | 'rejected') =>
    (await world.asker(endpoints.listCampaigns, { query: { take: 20, state } })).data.map(({ id }) => id)
  expect(await inState('awaitingApproval')).toContain(open.id)
  expect(await inState('rejected')).toEqual([rejected.id])
  const archive = (id: number) => world.asker(endpoints.archiveCampaigns, { body: { ids: [id], archived: true } })
  expect(await code(archive(open.id))).toBe('campaignNotEnded')
  expect(await archive(rejected.id)).toEqual({ changed: 1 })
})

test('SIMs of a waiting campaign are shown as waiting for the approval; the history has request and decision', async () => {
  const { id } = await world.start(await world.fleet(3))
  const params = { id }
  expect((await world.asker(endpoints.getCampaignDiagnosis, { params })).waiting).toEqual([{ reason: 'approval', sims: 3 }])
  expect((await world.asker(endpoints.listCampaignSims, { params, query: { take: 20, waiting: 'approval' } })).totalItems).toBe(3)
  await world.approve(world.colleague, id)
  const history = await world.asker(endpoints.getCampaignHistory, { params })
  expect(history.map(({ change, by }) => ({ change, by }))).toEqual([
    { change: 'approve', by: 'ADMIN' },
    { change: 'ask', by: 'ADMIN' },
  ])
  const rejected = await world.start(await world.fleet(3))
  await world.reject(world.colleague, rejected.id)
  expect((await world.asker(endpoints.getCampaignHistory, { params: { id: rejected.id } }))[0]).toMatchObject({
    change: 'reject',
    by: 'ADMIN',
  })
})

test('a large campaign that is rejected is decided at once, and ends as rejected once all of its SIMs are cancelled', async () => {
  const ids = await world.fleet(2_100)
  const { id } = await world.start(ids)
  const { state, approval } = await world.reject(world.colleague, id)
  expect(['stopping', 'rejected']).toContain(state)
  expect(approval).toMatchObject({ outcome: 'rejected' })
  expect(await world.due(ids)).toEqual([])
  expect(await code(world.approve(world.colleague, id))).toBe('approvalDecided')
  expect(await until(async () => ((await world.read(id)).finishedAt === null ? null : world.read(id)))).toMatchObject({
    state: 'rejected',
    cancelled: 2_100,
  })
  expect(await world.start(ids.slice(0, 2))).toMatchObject({ state: 'running', total: 2 })
})
