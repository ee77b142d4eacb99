import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import { lockFleet } from '../../sims/sql/fleet-lock.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addPackage, failureOf, other } from '../testing.ts'

const { telemetry } = fixedAids
/** So many SIMs that their OTAs are written after the call. */
const many = 10_001

let server: TestServer
let call: TestCall
let wanted: Awaited<ReturnType<typeof addPackage>>
let former: Awaited<ReturnType<typeof addPackage>>
let ids: number[]
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  former = await addPackage(call, telemetry, 0)
  wanted = await addPackage(call, telemetry, 1)
  const rows = Array.from({ length: many }, (_, index) => ({ iccid: `89811000005${String(index).padStart(8, '0')}`, has_keys: true }))
  ids = []
  for (let first = 0; first < many; first += 2_000) ids.push(...(await addSims(server.db, rows.slice(first, first + 2_000))))
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const targets = () => [other({ package: wanted.key })]
async function checkedSnapshot(): Promise<number> {
  const { id } = await call(endpoints.createSnapshot, { body: { filter: {} } })
  await call(endpoints.dryRunBulkOta, { body: { snapshotId: id, targets: targets() } })
  return id
}
const put = (snapshotId: number, rollout?: RolloutInput) =>
  call(endpoints.putBulkOta, { body: { snapshotId, targets: targets(), confirmedCount: many, rollout } })
const read = (id: number) => call(endpoints.getCampaign, { params: { id } })
const change = (id: number, action: 'pause' | 'resume') => call(endpoints.changeCampaign, { params: { id }, body: { action } })
const stop = (id: number) => call(endpoints.cancelOta, { params: { id }, body: {} })
const rollBack = (id: number) => call(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: many - 1 } })
const hasEnded = (id: number) =>
  until(async () => {
    const campaign = await read(id)
    return campaign.finishedAt !== null && campaign
  })
const isSetUp = (id: number) =>
  until(async () => {
    const campaign = await read(id)
    return campaign.setup === null && campaign
  })
const jobsOf = (id: number) => server.db.selectFrom('ota_jobs').select(['sim_id', 'kind']).where('campaign_id', '=', id).execute()
const dueCount = async () => (await server.db.selectFrom('ota_jobs as j').select('j.sim_id').where(isDue('j')).execute()).length
const end = (id: number, status: 'Succeeded' | 'Failed') =>
  server.db.updateTable('ota_jobs').set({ status, finished_at: new Date() }).where('campaign_id', '=', id).execute()

/** Lets no set-up go on until `work` ends. */
const whileFleetIsLocked = (work: () => Promise<void>) =>
  server.db.transaction().execute(async (trx) => {
    await lockFleet(trx)
    await work()
  })

test('a large campaign is visible at once, starts when its OTAs are complete, and keeps a pause of before', async () => {
  const snapshotId = await checkedSnapshot()
  let id = 0
  await whileFleetIsLocked(async () => {
    const started = await put(snapshotId, { waves: [{ sims: 1_000 }], order: 'id' })
    id = started.id
    expect(started).toMatchObject({ state: 'running', total: many, counts: { Ready: many }, setup: { written: 0, problem: null } })
    expect((await failureOf(put(snapshotId))).code).toBe('snapshotNotFound')
    await closeFinishedCampaigns(server.db, 'all')
    expect(await change(id, 'pause')).toMatchObject({ state: 'paused', setup: { written: 0 }, waves: [] })
    expect((await call(endpoints.listCampaigns, { query: {} })).data[0]).toMatchObject({ id, setup: { written: 0, otas: null } })
    expect(await jobsOf(id)).toEqual([])
  })
  const complete = await isSetUp(id)
  expect(complete).toMatchObject({ state: 'paused', total: many, excluded: 0, counts: { Ready: many } })
  expect(complete.waves.map(({ sims, releasedAt }) => [sims, releasedAt !== null])).toEqual([
    [1_000, true],
    [many - 1_000, false],
  ])
  expect(await dueCount()).toBe(0)
  await change(id, 'resume')
  expect(await dueCount()).toBe(1_000)
  await until(async () => (await call(endpoints.getSim, { params: { id: ids.at(-1)! } })).status_other_applet === 'Ready')
  await end(id, 'Failed')
  await closeFinishedCampaigns(server.db, [id])
})

test('a large campaign that is stopped during its set-up ends without a SIM, and its SIMs are free for the next one', async () => {
  const snapshotId = await checkedSnapshot()
  let id = 0
  await whileFleetIsLocked(async () => {
    ;({ id } = await put(snapshotId))
    expect(await stop(id)).toEqual({ cancelled: 0, continues: true })
    expect(await stop(id)).toEqual({ cancelled: 0, continues: true })
    expect(await read(id)).toMatchObject({ state: 'stopping', stopRequested: { by: 'ADMIN' } })
  })
  expect(await hasEnded(id)).toMatchObject({ state: 'stopped', total: 0, setup: null, counts: { Ready: 0 } })
  expect(await jobsOf(id)).toEqual([])
  const next = await put(await checkedSnapshot())
  expect(await isSetUp(next.id)).toMatchObject({ state: 'running', counts: { Ready: many } })
  await end(next.id, 'Succeeded')
  await closeFinishedCampaigns(server.db, [next.id])
})

test('a large campaign that waits for approval during its set-up counts no changed SIMs yet, and ends as rejected when it is rejected', async () => {
  const setThreshold = (sims: number) =>
    root(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value: String(sims) }] })
  const root = await server.signIn('ROOT', 'en', true)
  const colleague = await server.signIn('ADMIN')
  await setThreshold(many)
  const snapshotId = await checkedSnapshot()
  let id = 0
  await whileFleetIsLocked(async () => {
    ;({ id } = await put(snapshotId))
    const changes = { polled: 0, deleted: 0, withoutKeys: 0, otherApplet: 0, silent: 0 }
    expect(await colleague(endpoints.getApproval, { params: { id } })).toMatchObject({ changes, mayDecide: true })
    await colleague(endpoints.rejectCampaign, { params: { id }, body: { reason: 'not tonight' } })
  })
  expect(await hasEnded(id)).toMatchObject({ state: 'rejected', setup: null, approval: { outcome: 'rejected' } })
  expect(await jobsOf(id)).toEqual([])
  await setThreshold(0)
})

test('the snapshot of a campaign stays during its set-up, also beyond the limit on the snapshots of a member', async () => {
  const snapshotId = await checkedSnapshot()
  const { created_by } = await server.db
    .selectFrom('sim_selections')
    .select('created_by')
    .where('id', '=', snapshotId)
    .executeTakeFirstOrThrow()
  let id = 0
  await whileFleetIsLocked(async () => {
    ;({ id } = await put(snapshotId))
    await server.db.insertInto('sim_selections').values({ purpose: 'snapshot', total: 10_000_000, created_by }).execute()
    await call(endpoints.createSnapshot, { body: { simIds: ids.slice(0, 1) } })
  })
  const complete = await until(async () => {
    const campaign = await read(id)
    return (campaign.setup === null || campaign.finishedAt !== null) && campaign
  })
  expect(complete).toMatchObject({ state: 'running', setup: null, counts: { Ready: many } })
  await end(id, 'Failed')
  await closeFinishedCampaigns(server.db, [id])
})

test('a large campaign does not start if more SIMs would lose an applet than were confirmed, and tells so', async () => {
  const snapshotId = await checkedSnapshot()
  let id = 0
  await whileFleetIsLocked(async () => {
    ;({ id } = await put(snapshotId))
    const held = { other_package_id: former.id, other_instance_aid: telemetry.moduleAid }
    await server.db.updateTable('sims').set(held).where('id', '=', ids[5]!).execute()
  })
  expect(await hasEnded(id)).toMatchObject({ state: 'stopped', total: 0, setup: { problem: 'removalConsentRequired' } })
  expect(await jobsOf(id)).toEqual([])
  await server.db.updateTable('sims').set({ other_package_id: null, other_instance_aid: null }).where('id', '=', ids[5]!).execute()
})

test('the rollback of a large campaign stops it at once, and a second rollback meanwhile finds no SIM', async () => {
  const { id } = await put(await checkedSnapshot())
  await isSetUp(id)
  await change(id, 'pause')
  const done = server.db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() })
  await done.where('campaign_id', '=', id).where('sim_id', '<>', ids[0]!).execute()
  const impossible = call(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: 3_000_000_000 } })
  expect((await failureOf(impossible)).code).toBe('invalidInput')
  let rollback = 0
  await whileFleetIsLocked(async () => {
    const started = await rollBack(id)
    rollback = started.id
    expect(started).toMatchObject({ rollbackOf: id, state: 'running', total: many - 1, setup: { written: 0 } })
    expect((await read(id)).stopRequested).toMatchObject({ by: 'ADMIN' })
    expect((await failureOf(rollBack(id))).code).toBe('noTargetSims')
  })
  expect(await isSetUp(rollback)).toMatchObject({ action: 'remove', total: many - 1, counts: { Ready: many - 1 } })
  const jobs = await jobsOf(rollback)
  expect([jobs.length, new Set(jobs.map(({ sim_id: simId }) => simId)).size]).toEqual([many - 1, many - 1])
  expect(jobs.every(({ kind }) => kind === 'remove')).toBe(true)
})
