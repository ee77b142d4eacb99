import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import { lockWrites } from '../../platform/db/testing.ts'
import { lockFleet } from '../../sims/sql/fleet-lock.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { changesOf } from '../../testing/changes-of.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addPackage, failureOf, other } from '../testing.ts'

const { telemetry } = fixedAids
/** A number of SIMs above the limit up to which a call writes their OTAs itself. */
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
})
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

/** Lets no set-up continue until `work` ends. */
const whileFleetIsLocked = (work: () => Promise<void>) =>
  server.db.transaction().execute(async (trx) => {
    await lockFleet(trx)
    await work()
  })

/** Lets no set-up write an OTA until `work` ends. */
const whileNothingIsWritten = <Result>(work: () => Promise<Result>) =>
  server.db.transaction().execute(async (trx) => {
    await lockWrites(trx, 'ota_jobs')
    return work()
  })

test('a large campaign is visible at once, starts when its OTAs are written, and keeps a pause of before', async () => {
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

test('a large campaign that is stopped before its SIMs are listed keeps their number as cancelled, and its SIMs are free for the next one', async () => {
  const snapshotId = await checkedSnapshot()
  let id = 0
  await whileFleetIsLocked(async () => {
    ;({ id } = await put(snapshotId))
    expect(await stop(id)).toEqual({ cancelled: 0, continues: true })
    expect(await stop(id)).toEqual({ cancelled: 0, continues: true })
    expect(await read(id)).toMatchObject({ state: 'stopping', stopRequested: { by: 'ADMIN' } })
  })
  const ended = await hasEnded(id)
  expect(ended).toMatchObject({ state: 'stopped', setup: { problem: 'stoppedInSetup' }, counts: { Ready: 0, Failed: many } })
  expect([ended.total, ended.cancelled, ended.unwritten]).toEqual([many, many, many])
  expect(await jobsOf(id)).toEqual([])
  const checked = await checkedSnapshot()
  await using changes = await changesOf(server)
  const next = await put(checked)
  await changes.tell('campaigns', [next.id])
  await changes.tellDue()
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
  const rejected = { state: 'rejected', setup: null, approval: { outcome: 'rejected' }, total: many, cancelled: many }
  expect(await hasEnded(id)).toMatchObject(rejected)
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

test('a large campaign does not start if more SIMs would lose an applet than were confirmed, and shows the reason', async () => {
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

test('while a large campaign is set up, a small start and a deletion of a SIM are refused within seconds, and possible afterwards', async () => {
  const [simId = 0] = await addSims(server.db, [{ iccid: '89811000006000000001', has_keys: true }])
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: [simId] } })
  const start = () => call(endpoints.putBulkOta, { body: { snapshotId, targets: targets() } })
  const remove = () => call(endpoints.deleteSim, { params: { id: simId } })
  await whileFleetIsLocked(async () => {
    const failures = await Promise.all([failureOf(start()), failureOf(remove())])
    expect(failures.map(({ code }) => code)).toEqual(['fleetBusy', 'fleetBusy'])
  })
  const { id } = await start()
  expect((await failureOf(remove())).code).toBe('simOtaOpen')
  await end(id, 'Failed')
  await closeFinishedCampaigns(server.db, [id])
  await remove()
})

test('the set-up of a large campaign removes what a SIM holds first, in every wave, and its rollback installs that again', async () => {
  const [replaced, plain] = [ids[1]!, ids[2]!]
  const aid = telemetry.moduleAid
  const held = { other_package_id: former.id, other_instance_aid: aid }
  await server.db.updateTable('sims').set(held).where('id', '=', replaced).execute()
  const earlier = {
    kind: 'install' as const,
    step: 0,
    package_id: former.id,
    package_aid: telemetry.packageAid,
    params: { instanceAID: aid, marked: 1 },
  }
  const { id: past } = await server.db
    .insertInto('campaigns')
    .values({ name: 'Before', state: 'completed', action: 'install', applet_type: 1, targets: '[]', total: 1, excluded: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('ota_jobs')
    .values({
      ...earlier,
      params: JSON.stringify(earlier.params),
      campaign_id: past,
      sim_id: replaced,
      applet_type: 1,
      status: 'Succeeded',
    })
    .execute()
  const otasOf = (campaignId: number, simId: number) =>
    server.db
      .selectFrom('ota_jobs')
      .select(['kind', 'step', 'package_id', 'package_aid', 'params'])
      .where('campaign_id', '=', campaignId)
      .where('sim_id', '=', simId)
      .orderBy('id')
      .execute()
  const removal = (packageId: number) => ({
    kind: 'remove',
    step: 0,
    package_id: packageId,
    package_aid: telemetry.packageAid,
    params: { instanceAID: aid },
  })

  const snapshotId = await checkedSnapshot()
  const body = { snapshotId, targets: targets(), confirmedCount: many, removalConsent: true, rollout: { waves: [{ percent: 50 }] } }
  const { id } = await call(endpoints.putBulkOta, { body })
  expect(await isSetUp(id)).toMatchObject({ total: many, waves: [{ sims: 5_001 }, { sims: 5_000 }] })
  const install = { kind: 'install', package_id: wanted.id, params: { moduleAID: aid, instanceAID: aid, installParameters: '' } }
  expect(await otasOf(id, replaced)).toMatchObject([removal(former.id), { ...install, step: 1 }])
  expect(await otasOf(id, plain)).toMatchObject([{ ...install, step: 0 }])
  expect((await jobsOf(id)).length).toBe(many + 1)
  await end(id, 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])

  // A SIM lost its keys after the caller has counted. The campaign names its true number as soon as the SIMs are listed.
  const keysOf = server.db.updateTable('sims').where('id', '=', ids[3]!)
  await keysOf.set({ has_keys: false }).execute()
  const tooMany = call(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: many + 1 } })
  expect((await failureOf(tooMany)).code).toBe('startCountDiffers')
  const rollback = await whileNothingIsWritten(async () => {
    const started = await call(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: many } })
    await until(async () => (await read(started.id)).total === many - 1)
    expect(await read(started.id)).toMatchObject({ excluded: 1, setup: { written: 0, otas: many }, counts: { Ready: many - 1 } })
    expect((await call(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: many } })).id).toBe(started.id)
    return started
  })
  expect(await isSetUp(rollback.id)).toMatchObject({ action: 'install', total: many - 1, excluded: 1 })
  expect(await otasOf(rollback.id, replaced)).toEqual([removal(wanted.id), { ...earlier, step: 1 }])
  expect(await otasOf(rollback.id, plain)).toEqual([removal(wanted.id)])
  expect((await jobsOf(rollback.id)).length).toBe(many)
  await keysOf.set({ has_keys: true }).execute()
  await end(rollback.id, 'Failed')
  await closeFinishedCampaigns(server.db, [rollback.id])
  await server.db.updateTable('sims').set({ other_package_id: null, other_instance_aid: null }).where('id', '=', replaced).execute()
})

test('the rollback of a large campaign stops it at once, and a second rollback meanwhile finds no SIM, or the same rollback', async () => {
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
    expect((await rollBack(id)).id).toBe(rollback)
    const another = (await server.signIn('ADMIN'))(endpoints.rollbackOta, { params: { id }, body: { confirmedCount: many - 1 } })
    expect((await failureOf(another)).code).toBe('noTargetSims')
  })
  expect(await isSetUp(rollback)).toMatchObject({ action: 'remove', total: many - 1, counts: { Ready: many - 1 } })
  const jobs = await jobsOf(rollback)
  expect([jobs.length, new Set(jobs.map(({ sim_id: simId }) => simId)).size]).toEqual([many - 1, many - 1])
  expect(jobs.every(({ kind }) => kind === 'remove')).toBe(true)
})
