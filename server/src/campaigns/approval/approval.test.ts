import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { addPackage, snapshotOf } from '../testing.ts'
import { type Approvals, approvals, codeOf as code } from './testing.ts'

const { multiImsi } = fixedAids

let server: TestServer
let world: Approvals
let { root, asker, colleague } = {} as Approvals
let held: Awaited<ReturnType<typeof addPackage>>
beforeAll(async () => {
  server = await startTestServer()
  world = await approvals(server)
  ;({ root, asker, colleague } = world)
  held = await addPackage(asker, multiImsi)
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => world.setThreshold(3))

test('a campaign of as many SIMs as the threshold waits, reserves its SIMs, and starts when another person approves', async () => {
  const ids = await world.fleet(3)
  const few = await world.start(ids.slice(0, 2))
  expect(few).toMatchObject({ state: 'running', approval: null })
  await asker(endpoints.cancelOta, { params: { id: few.id }, body: {} })

  const asked = await world.start(ids, { approvalNote: 'agreed with the site' })
  expect(asked).toMatchObject({ state: 'awaitingApproval', total: 3, approval: { askedBy: 'ADMIN', outcome: null, deadline: null } })
  expect(await world.due(ids)).toEqual([])
  const snapshotId = await snapshotOf(colleague, ids)
  const again = await colleague(endpoints.dryRunBulkOta, { body: { snapshotId, targets: world.targets } })
  expect(again.excluded.map(({ reason, count }) => [reason, count])).toEqual([['otaInProgress', 3]])
  expect(await world.request(colleague, asked.id)).toMatchObject({
    note: 'agreed with the site',
    threshold: 3,
    mayDecide: true,
    mayWithdraw: false,
  })

  const approved = await world.approve(colleague, asked.id)
  expect(approved).toMatchObject({ state: 'running', approval: { outcome: 'approved', decidedBy: 'ADMIN' } })
  expect(await world.due(ids)).toEqual(ids)
  expect(await code(world.approve(colleague, asked.id))).toBe('approvalDecided')
})

test('an approval of more than a hundred SIMs confirms their number, from which deleted and cancelled SIMs are missing', async () => {
  const ids = await world.fleet(104)
  const { id } = await world.start(ids)
  await asker(endpoints.cancelOta, { params: { id }, body: { simIds: ids.slice(0, 2) } })
  expect(await code(world.approve(colleague, id))).toBe('startCountRequired')
  expect(await code(world.approve(colleague, id, 104))).toBe('startCountDiffers')
  expect((await world.read(id)).state).toBe('awaitingApproval')
  await asker(endpoints.deleteSim, { params: { id: ids[0]! } })
  expect(await world.approve(colleague, id, 102)).toMatchObject({ state: 'running', total: 103, cancelled: 1 })
  const few = await world.start(await world.fleet(3))
  expect(await code(world.approve(colleague, few.id, 4))).toBe('startCountDiffers')
  expect(await world.approve(colleague, few.id, 3)).toMatchObject({ state: 'running' })
})

test('without a threshold nothing waits', async () => {
  await world.setThreshold(0)
  expect(await world.start(await world.fleet(4))).toMatchObject({ state: 'running', approval: null })
})

test('the person who asked cannot decide: as a member, in another session, after a rename, or with a new account', async () => {
  const { id } = await world.start(await world.fleet(3))
  expect(await code(world.approve(asker, id))).toBe('approvalByAsker')
  expect(await code(world.reject(asker, id))).toBe('approvalByAsker')
  await asker(endpoints.putMe, { body: { name: 'Somebody Else' } })
  expect(await code(world.approve(asker, id))).toBe('approvalByAsker')
  expect(await world.request(asker, id)).toMatchObject({ mayDecide: false, mayWithdraw: true })
  const again = await server.signIn('ADMIN')
  await server.db.updateTable('campaign_approvals').set({ asked_email: again.email.toUpperCase() }).where('campaign_id', '=', id).execute()
  expect(await code(world.approve(again, id))).toBe('approvalByAsker')
  expect((await world.read(id)).state).toBe('awaitingApproval')
})

test('an API ID may ask, and then neither it nor the member who made it approves; another member does', async () => {
  const maker = await server.signIn('ROOT')
  const call = await world.program(maker)
  const { id, approval } = await world.start(await world.fleet(3), { call })
  expect(approval?.askedBy).toMatch(/^program-/)
  expect(await code(world.approve(call, id))).toBe('noPermission')
  expect(await code(world.reject(await world.program(root), id))).toBe('noPermission')
  expect(await code(world.approve(maker, id))).toBe('approvalByAsker')
  expect(await code(world.withdraw(await world.program(root), id))).toBe('notAsker')
  expect(await world.approve(colleague, id)).toMatchObject({ state: 'running' })
})

test('an API ID withdraws what it asked for', async () => {
  const call = await world.program(root)
  const { id } = await world.start(await world.fleet(3), { call })
  expect(await world.withdraw(call, id)).toMatchObject({ state: 'rejected', approval: { outcome: 'withdrawn' } })
})

test('a MEMBER sees the request, and can neither approve nor reject nor withdraw', async () => {
  const member = await server.signIn('MEMBER')
  const { id } = await world.start(await world.fleet(3))
  expect(await world.request(member, id)).toMatchObject({ mayDecide: false, mayWithdraw: false })
  for (const attempt of [world.approve, world.reject, world.withdraw]) expect(await code(attempt(member, id))).toBe('noPermission')
})

test('a rejection needs a reason, ends the campaign for good and frees the SIMs', async () => {
  const ids = await world.fleet(3)
  const { id } = await world.start(ids)
  expect(await code(world.reject(colleague, id, ' '))).toBe('invalidInput')
  expect(await code(world.withdraw(colleague, id))).toBe('notAsker')
  expect(await world.reject(colleague, id)).toMatchObject({
    state: 'rejected',
    cancelled: 3,
    finishedAt: expect.any(String),
    approval: { outcome: 'rejected', reason: 'not tonight', decidedBy: 'ADMIN' },
  })
  expect(await world.due(ids)).toEqual([])
  expect(await code(world.approve(colleague, id))).toBe('approvalDecided')
  for (const action of ['pause', 'resume', 'release'] as const)
    expect(await code(asker(endpoints.changeCampaign, { params: { id }, body: { action } }))).toBe('campaignEnded')
  expect(await world.start(ids.slice(0, 2))).toMatchObject({ state: 'running', total: 2 })
})

test('of two people who decide at the same time, one wins', async () => {
  for (let round = 0; round < 4; round++) {
    const ids = await world.fleet(3)
    const { id } = await world.start(ids)
    const outcomes = await Promise.all([code(world.approve(colleague, id)), code(world.reject(root, id)), code(world.withdraw(asker, id))])
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'approvalDecided')).toHaveLength(2)
    const { state } = await world.read(id)
    expect(state).toBe(outcomes[0] === undefined ? 'running' : 'rejected')
    expect(await world.due(ids)).toEqual(state === 'running' ? ids : [])
  }
})

test('a waiting campaign is neither paused, resumed, released nor rolled back', async () => {
  const ids = await world.fleet(3)
  const { id } = await world.start(ids, { rollout: { waves: [{ sims: 1 }] } })
  for (const action of ['pause', 'resume', 'release'] as const)
    expect(await code(colleague(endpoints.changeCampaign, { params: { id }, body: { action } }))).toBe('campaignAwaitsApproval')
  expect(await code(colleague(endpoints.rollbackOta, { params: { id }, body: {} }))).toBe('campaignStillRunning')
  expect(await world.due(ids)).toEqual([])
  expect((await world.approve(colleague, id)).waves.map(({ releasedAt }) => releasedAt !== null)).toEqual([true, false])
  expect(await world.due(ids)).toHaveLength(1)
})

test('the dry run stays as it was confirmed, and changes since are counted beside it', async () => {
  const before = await world.fleet(2)
  const holding = await world.fleet(2, { other_package_id: held.id, other_instance_aid: multiImsi.moduleAid })
  const { id } = await world.start([...before, ...holding])
  const asked = await world.request(colleague, id)
  expect(asked.dryRun).toMatchObject({ total: 4, eligible: 4, losses: [{ count: 2 }] })
  expect(asked.changes).toEqual({ at: expect.any(String), polled: 0, deleted: 0, withoutKeys: 0, otherApplet: 0, silent: 0 })
  const only = (simId = 0) => ['sim_id', '=', simId] as const
  const later = new Date(Date.now() + 1000)
  await server.db
    .updateTable('sim_contacts')
    .set({ last_poll: later })
    .where(...only(before[0]))
    .execute()
  await server.db
    .updateTable('sims')
    .set({ has_keys: false })
    .where('id', '=', before[0] ?? 0)
    .execute()
  await server.db
    .updateTable('sims')
    .set({ other_package_id: null })
    .where('id', '=', holding[0] ?? 0)
    .execute()
  await server.db
    .updateTable('sim_contacts')
    .set({ last_poll: new Date(0) })
    .where(...only(holding[0]))
    .execute()
  await server.db
    .deleteFrom('sims')
    .where('id', '=', before[1] ?? 0)
    .execute()
  const now = await world.request(colleague, id)
  expect(now.dryRun).toEqual(asked.dryRun)
  expect(now.changes).toEqual({ at: expect.any(String), polled: 1, deleted: 1, withoutKeys: 1, otherApplet: 1, silent: 1 })
  await world.approve(colleague, id)
  expect(await world.request(colleague, id)).toMatchObject({ changes: null, dryRun: asked.dryRun, mayDecide: false })
})

test('the approver sees the effect on each SIM as it was confirmed, also of a rollback, and nothing else can use the list', async () => {
  const fresh = await world.fleet(3)
  const holding = await world.fleet(1, { other_package_id: held.id, other_instance_aid: multiImsi.moduleAid })
  const { id } = await world.start([...fresh, ...holding])
  const listed = async (campaignId: number) => {
    const { snapshotId } = await world.request(colleague, campaignId)
    const { data } = await colleague(endpoints.listDryRunSims, { params: { id: snapshotId! }, query: {} })
    return { snapshotId: snapshotId!, sims: data.map(({ sim_id, action, reason }) => [sim_id, action ?? reason]) }
  }
  await server.db.updateTable('sims').set({ has_keys: false }).where('id', 'in', fresh).execute()
  const { snapshotId, sims } = await listed(id)
  expect(sims).toEqual([[holding[0], 'update'], ...fresh.map((simId) => [simId, 'install'])])
  expect(await code(colleague(endpoints.dryRunBulkOta, { body: { snapshotId, targets: world.targets } }))).toBe('snapshotNotFound')
  expect(await code(colleague(endpoints.putBulkOta, { body: { snapshotId, targets: world.targets } }))).toBe('snapshotNotFound')
  await world.approve(colleague, id)
  expect((await listed(id)).sims, 'the list stays after the decision').toEqual(sims)

  await server.db.updateTable('sims').set({ has_keys: true }).where('id', 'in', fresh).execute()
  const done = { status: 'Succeeded' as const, channel_at: new Date(), finished_at: new Date() }
  await server.db.updateTable('ota_jobs').set(done).where('campaign_id', '=', id).execute()
  await server.db.updateTable('campaigns').set({ state: 'completed', finished_at: new Date() }).where('id', '=', id).execute()
  const reverse = await asker(endpoints.rollbackOta, { params: { id }, body: {} })
  expect((await listed(reverse.id)).sims).toEqual([...fresh.map((simId) => [simId, 'remove']), [holding[0], 'unknownBefore']])
})

test('the approver sees the waves of the dry run only if the campaign has these waves', async () => {
  const { targets } = world
  const rollout = { waves: [{ sims: 1 }], order: 'id' as const }
  async function wavesOf(started: typeof rollout | undefined) {
    const snapshotId = await snapshotOf(asker, await world.fleet(3))
    await asker(endpoints.dryRunBulkOta, { body: { snapshotId, targets, rollout } })
    const { id } = await asker(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount: 3, rollout: started } })
    const { dryRun } = await world.request(colleague, id)
    const { data } = await colleague(endpoints.listDryRunSims, { params: { id: snapshotId }, query: {} })
    return { waves: dryRun?.waves.map(({ sims }) => sims), sims: data.map(({ wave }) => wave) }
  }
  expect(await wavesOf(rollout)).toEqual({ waves: [1, 2], sims: [1, 2, 2] })
  expect(await wavesOf(undefined)).toEqual({ waves: [], sims: [null, null, null] })
})

test('the lists of decided requests beyond the limit on lists are deleted, and those of waiting requests stay', async () => {
  const [decided, waiting] = [await world.start(await world.fleet(3)), await world.start(await world.fleet(3))]
  await world.reject(colleague, decided.id)
  const { id: created_by } = await server.db.selectFrom('members').select('id').where('email', '=', asker.email).executeTakeFirstOrThrow()
  await server.db.insertInto('sim_selections').values({ purpose: 'approval', total: 10_000_000, created_by }).execute()
  await world.start(await world.fleet(3))
  expect((await world.request(colleague, decided.id)).snapshotId).toBeNull()
  expect((await world.request(colleague, waiting.id)).snapshotId).not.toBeNull()
})

test('a start without a dry run shows the approver one all the same', async () => {
  const ids = await world.fleet(3)
  const { id } = await asker(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(asker, ids), targets: world.targets } })
  expect((await world.request(colleague, id)).dryRun).toMatchObject({ total: 3, eligible: 3 })
})

test('an approved campaign waits for its start; after its start nobody can approve, and it ends', async () => {
  const startAt = new Date(Date.now() + 3_600_000).toISOString()
  const ids = await world.fleet(3)
  const asked = await world.start(ids, { rollout: { startAt } })
  expect(asked.approval?.deadline).toBe(startAt)
  expect(await world.approve(colleague, asked.id)).toMatchObject({ state: 'scheduled' })
  expect(await world.due(ids)).toEqual([])

  const late = await world.start(await world.fleet(3), { rollout: { startAt } })
  await server.db
    .updateTable('campaign_approvals')
    .set({ deadline: new Date(0) })
    .where('campaign_id', '=', late.id)
    .execute()
  expect(['approvalExpired', 'approvalDecided']).toContain(await code(world.approve(colleague, late.id)))
  await until(async () => (await world.read(late.id)).state === 'rejected')
  expect(await world.read(late.id)).toMatchObject({ cancelled: 3, approval: { outcome: 'expired', decidedBy: '' } })
})

test('a rollback of as many SIMs waits for approval too', async () => {
  await world.setThreshold(0)
  const ids = await world.fleet(3)
  const { id } = await world.start(ids)
  await server.db
    .updateTable('ota_jobs')
    .set({ status: 'Succeeded', channel_at: new Date(), finished_at: new Date() })
    .where('campaign_id', '=', id)
    .execute()
  await server.db.updateTable('campaigns').set({ state: 'completed', finished_at: new Date() }).where('id', '=', id).execute()
  await world.setThreshold(3)
  const reverse = await asker(endpoints.rollbackOta, { params: { id }, body: { approvalNote: 'the site complains' } })
  expect(reverse).toMatchObject({ state: 'awaitingApproval', rollbackOf: id, total: 3 })
  expect(await world.due(ids)).toEqual([])
  expect(await world.request(colleague, reverse.id)).toMatchObject({
    dryRun: null,
    rollback: { eligible: 3, removals: 3 },
    note: 'the site complains',
  })
  expect(await world.approve(colleague, reverse.id)).toMatchObject({ state: 'running' })
  expect(await world.due(ids)).toEqual(ids)
})

test('each step is in the action log', async () => {
  const { id } = await world.start(await world.fleet(3))
  await world.approve(colleague, id)
  const { data } = await root(endpoints.listSystemLogs, { query: { take: 20 } })
  expect(JSON.stringify(data)).toContain(`/admin/bulkOTA/${id}/approve`)
})

test('a campaign without a request answers so', async () => {
  const { id } = await world.start(await world.fleet(1))
  expect(await code(world.request(asker, id))).toBe('noApprovalAsked')
  expect(await code(world.approve(colleague, id))).toBe('noApprovalAsked')
  expect(await code(world.request(asker, 999_999))).toBe('campaignNotFound')
  expect(await code(world.approve(colleague, 999_999))).toBe('campaignNotFound')
})
