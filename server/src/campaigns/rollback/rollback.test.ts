import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { holdCommits, waiting } from '../../platform/db/testing.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addPackage, failureOf, other, snapshotOf } from '../testing.ts'

const { telemetry, multiImsi } = fixedAids

let server: TestServer
let call: TestCall
let held: Awaited<ReturnType<typeof addPackage>>
let wanted: Awaited<ReturnType<typeof addPackage>>
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  held = await addPackage(call, multiImsi)
  wanted = await addPackage(call, telemetry)
})
afterAll(() => server[Symbol.asyncDispose]())

let added = 0
const fleet = (size: number) =>
  addSims(
    server.db,
    Array.from({ length: size }, () => ({ iccid: `89811000004${String(added++).padStart(8, '0')}`, has_keys: true })),
  )
const start = async (simIds: number[], target: OtaTargetInput, count?: number) =>
  call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(call, simIds), targets: [target], removalConsent: true, confirmedCount: count },
  })
type Kind = 'install' | 'remove'
/** Ends OTAs of a campaign as the engine does, with the applet that the SIMs then hold. */
async function end(campaignId: number, simIds: number[], kinds: Kind[], status: 'Succeeded' | 'Failed', now?: typeof held | null) {
  await server.db
    .updateTable('ota_jobs')
    .set({ status, channel_at: new Date(), finished_at: new Date() })
    .where('campaign_id', '=', campaignId)
    .where('sim_id', 'in', simIds)
    .where('kind', 'in', kinds)
    .execute()
  if (now === undefined) return
  await server.db
    .updateTable('sims')
    .set({ other_package_id: now?.id ?? null, other_instance_aid: now ? (now === held ? multiImsi : telemetry).moduleAid : null })
    .where('id', 'in', simIds)
    .execute()
}
async function install(simIds: number[], target: OtaTargetInput, now: typeof held): Promise<number> {
  const { id } = await start(simIds, target, simIds.length)
  await end(id, simIds, ['install', 'remove'], 'Succeeded', now)
  await server.db.updateTable('campaigns').set({ state: 'completed', finished_at: new Date() }).where('id', '=', id).execute()
  return id
}
const dryRun = (id: number, simIds?: number[]) => call(endpoints.dryRunRollback, { params: { id }, body: { simIds } })
const rollBack = (id: number, body: { simIds?: number[]; confirmedCount?: number } = {}) =>
  call(endpoints.rollbackOta, { params: { id }, body })
const jobsOf = (campaignId: number) =>
  server.db
    .selectFrom('ota_jobs')
    .select(['sim_id', 'kind', 'package_id', 'params'])
    .where('campaign_id', '=', campaignId)
    .orderBy('sim_id')
    .orderBy('step')
    .execute()

const parameters = { installParameters: '' }
const holdsMultiImsi = () => other({ package: held.key, ...parameters })
const getsTelemetry = () => other({ package: wanted.key })

test('SIMs get back what a campaign replaced, with its parameters; others only lose the applet of the campaign', async () => {
  const [before = 0, fresh = 0, failed = 0, untouched = 0] = await fleet(4)
  await install([before, failed], holdsMultiImsi(), held)
  const { id } = await start([before, fresh, failed, untouched], getsTelemetry())
  await end(id, [before, fresh], ['install', 'remove'], 'Succeeded', wanted)
  await end(id, [failed], ['remove'], 'Succeeded', null)
  await end(id, [failed, untouched], ['install'], 'Failed')
  expect((await failureOf(rollBack(id))).code).toBe('campaignStillRunning')
  await server.db.updateTable('campaigns').set({ state: 'completedWithFailures' }).where('id', '=', id).execute()

  const { name } = await call(endpoints.getPackage, { params: held.key })
  const plan = await dryRun(id)
  expect(plan).toMatchObject({ total: 3, eligible: 3, removals: 2, restores: [{ ...held.key, name, count: 2 }], excluded: [] })
  const { data: sims } = await call(endpoints.listDryRunSims, { params: { id: plan.snapshotId }, query: {} })
  const from = { name: 'Telemetry', version: '1.0' }
  const to = { name: 'MultiIMSI', version: '1.0', label: held.key.label }
  expect(sims).toMatchObject([
    { sim_id: before, action: 'update', from, to, removes: true, polls: 1 },
    { sim_id: failed, action: 'install', from: null, to, removes: false },
    { sim_id: fresh, action: 'remove', from, to: null, removes: true },
  ])
  expect(plan.bytesInAll).toBe(sims.reduce((sum, { octets }) => sum + octets!, 0))
  expect(sims[0]!.octets!).toBeGreaterThan(sims[1]!.octets!)
  expect(await call(endpoints.getDryRun, { params: { id: plan.snapshotId } })).toMatchObject({
    total: 3,
    octets: plan.bytesInAll,
    waves: [],
  })
  expect(await dryRun(id, [fresh])).toMatchObject({ total: 1, removals: 1, restores: [] })
  const rollback = await rollBack(id)
  expect(rollback).toMatchObject({ state: 'running', action: 'install', total: 3, rollbackOf: id, package: held.key })
  const again = {
    kind: 'install',
    package_id: held.id,
    params: { moduleAID: multiImsi.moduleAid, instanceAID: multiImsi.moduleAid, ...parameters },
  }
  const removal = { kind: 'remove', package_id: wanted.id, params: { instanceAID: telemetry.moduleAid } }
  expect(await jobsOf(rollback.id)).toEqual([
    { sim_id: before, ...removal },
    { sim_id: before, ...again },
    { sim_id: fresh, ...removal },
    { sim_id: failed, ...again },
  ])
  expect((await rollBack(id)).id, 'a repetition finds the rollback').toBe(rollback.id)
  expect((await failureOf(rollBack(id, { confirmedCount: 1 }))).code).toBe('noTargetSims')
  const later = await dryRun(id)
  expect(later.excluded).toEqual([{ reason: 'otaInProgress', count: 3 }])
  const left = await call(endpoints.listDryRunSims, { params: { id: later.snapshotId }, query: { reason: 'otaInProgress' } })
  expect(left.data.map(({ sim_id, action, to }) => [sim_id, action, to])).toEqual(
    [before, fresh, failed].map((simId) => [simId, null, null]),
  )
  const list = await failureOf(call(endpoints.dryRunBulkOta, { body: { snapshotId: later.snapshotId, targets: [holdsMultiImsi()] } }))
  expect(list.code, 'the list of a rollback is no snapshot for a campaign').toBe('snapshotNotFound')
})

test('a rollback of removals installs what was removed', async () => {
  const ids = await fleet(2)
  await install(ids, holdsMultiImsi(), held)
  const { id } = await start(ids, other({ active: false }))
  await end(id, ids, ['remove'], 'Succeeded', null)
  await server.db.updateTable('campaigns').set({ state: 'completed' }).where('id', '=', id).execute()
  const rollback = await rollBack(id, { simIds: ids.slice(0, 1) })
  expect(rollback).toMatchObject({ action: 'install', total: 1 })
  expect((await jobsOf(rollback.id)).map(({ sim_id: simId, kind }) => [simId, kind])).toEqual([[ids[0], 'install']])
})

test('SIMs that changed since, that have no keys, or whose former parameters are unknown are left out', async () => {
  const [changed = 0, keyless = 0, imported = 0, fine = 0] = await fleet(4)
  await server.db
    .updateTable('sims')
    .set({ other_package_id: held.id, other_instance_aid: multiImsi.moduleAid })
    .where('id', '=', imported)
    .execute()
  const all = [changed, keyless, imported, fine]
  const id = await install(all, getsTelemetry(), wanted)
  await install([changed], holdsMultiImsi(), held)
  await server.db.updateTable('sims').set({ has_keys: false }).where('id', '=', keyless).execute()
  expect(await dryRun(id)).toMatchObject({
    total: 4,
    eligible: 1,
    removals: 1,
    restores: [],
    excluded: [
      { reason: 'changedSince', count: 1 },
      { reason: 'noKeys', count: 1 },
      { reason: 'unknownBefore', count: 1 },
    ],
  })
  expect(await rollBack(id)).toMatchObject({ action: 'remove', total: 1, excluded: 3, package: null })
})

test('the rollback of a paused campaign cancels what is Ready, and lets what is under way end', async () => {
  const [done = 0, running = 0, waiting = 0] = await fleet(3)
  const { id } = await start([done, running, waiting], getsTelemetry())
  await end(id, [done], ['install'], 'Succeeded', wanted)
  await server.db.updateTable('ota_jobs').set({ status: 'Started' }).where('campaign_id', '=', id).where('sim_id', '=', running).execute()
  await call(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  // A role that may start campaigns but not cancel their OTAs.
  await server.db.insertInto('role_permissions').values({ role_id: 3, permission: 'OTA_CREATE' }).execute()
  const member = await server.signIn('MEMBER')
  expect((await failureOf(member(endpoints.rollbackOta, { params: { id }, body: {} }))).code).toBe('noPermission')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', 3).where('permission', '=', 'OTA_CREATE').execute()
  expect(await rollBack(id)).toMatchObject({ total: 1 })
  const former = await call(endpoints.getCampaign, { params: { id } })
  expect(former).toMatchObject({ state: 'stopping', cancelled: 1, counts: { Succeeded: 1, Started: 1, Failed: 1 } })
  // The SIM that ends afterwards is in no rollback, so the campaign is not wholly rolled back.
  await end(id, [running], ['install'], 'Succeeded', wanted)
  expect((await call(endpoints.getCampaign, { params: { id } })).rolledBackBy?.left).toBe(1)
  expect(await rollBack(id)).toMatchObject({ total: 1, excluded: 1 })
  expect((await call(endpoints.getCampaign, { params: { id } })).rolledBackBy?.left).toBe(0)
})

test('a rollback of more than a hundred SIMs needs their number, and two at the same time change each SIM once', async () => {
  const ids = await fleet(101)
  const id = await install(ids, getsTelemetry(), wanted)
  expect((await failureOf(rollBack(id))).code).toBe('startCountRequired')
  expect((await failureOf(rollBack(id, { confirmedCount: 100 }))).code).toBe('startCountDiffers')
  const [one, other] = await Promise.all([rollBack(id, { confirmedCount: 101 }), rollBack(id, { confirmedCount: 101 })])
  expect(one.id).toBe(other.id)
})

test('the name of a rollback is not longer than that of another campaign', async () => {
  const ids = await fleet(1)
  const id = await install(ids, getsTelemetry(), wanted)
  await server.db
    .updateTable('campaigns')
    .set({ name: `${'n'.repeat(89)}🚚${'n'.repeat(9)}` })
    .where('id', '=', id)
    .execute()
  expect((await rollBack(id)).name).toBe(`${'n'.repeat(89)}, rollback`)
})

test('a rollback that starts while a former package is being deleted leaves its SIMs out', async () => {
  const former = await addPackage(call, multiImsi, 7)
  const ids = await fleet(2)
  await install(ids, other({ package: former.key, ...parameters }), former)
  const id = await install(ids, getsTelemetry(), wanted)
  // Both calls write the action log last, so the deletion has passed its checks when the rollback begins.
  const commit = await holdCommits(server)
  const deletion = failureOf(call(endpoints.deletePackage, { params: former.key }))
  await waiting(server, 1)
  const rollback = failureOf(rollBack(id))
  await waiting(server, 2)
  await commit()
  expect([await deletion, await rollback]).toMatchObject([{}, { code: 'noTargetSims' }])
  expect((await dryRun(id)).excluded).toEqual([{ reason: 'unknownBefore', count: 2 }])
})

test('campaigns of pollers, libraries and card contents cannot be rolled back', async () => {
  const ids = await fleet(1)
  const library = await addPackage(call, { packageAid: 'F0AABBCCDD01', moduleAid: null })
  const loaded = await start(ids, other({ package: library.key }))
  await end(loaded.id, ids, ['install'], 'Succeeded')
  const inventory = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), kind: 'inventory' } })
  for (const { id } of [loaded, inventory]) {
    expect((await failureOf(rollBack(id))).code).toBe('rollbackNotPossible')
    expect((await failureOf(dryRun(id))).code).toBe('rollbackNotPossible')
  }
  expect((await failureOf(rollBack(999_999))).code).toBe('campaignNotFound')
})

test('the SIMs of a snapshot can be downloaded by a signed link until a campaign uses them', async () => {
  const ids = await fleet(2)
  await server.db.updateTable('sims').set({ device_alias: '=1+1' }).where('id', '=', ids[0]!).execute()
  const id = await snapshotOf(call, ids)
  const { url } = await call(endpoints.getSnapshotCsvUrl, { params: { id } })
  const answer = await fetch(server.url + url)
  const [head, first, second] = (await answer.text()).trim().split('\n')
  expect(head).toBe('id,iccid,device_alias,imsi,msisdn,group')
  expect(first).toContain(`${ids[0]},8981100000400`)
  expect(first).toContain("'=1+1")
  expect(second).toContain(`${ids[1]},`)
  expect((await fetch(server.url + url.replace(`/${id}?`, `/${id + 1}?`))).status).toBe(410)
  await call(endpoints.putBulkOta, { body: { snapshotId: id, targets: [getsTelemetry()] } })
  expect((await fetch(server.url + url)).status).toBe(404)
  expect((await failureOf(call(endpoints.getSnapshotCsvUrl, { params: { id } }))).code).toBe('snapshotNotFound')
})

test('a campaign names its newest rollback and the state of that, and its end concerns both campaigns', async () => {
  const ids = await fleet(2)
  const id = await install(ids, getsTelemetry(), wanted)
  const rolledBackBy = async () => (await call(endpoints.getCampaign, { params: { id } })).rolledBackBy
  expect(await rolledBackBy()).toBeNull()
  const first = await rollBack(id, { simIds: ids.slice(0, 1) })
  expect(first.rolledBackBy).toBeNull()
  expect(await rolledBackBy()).toEqual({ id: first.id, state: 'running', left: 1 })
  await end(first.id, ids, ['remove'], 'Succeeded', null)
  expect((await closeFinishedCampaigns(server.db, [first.id])).toSorted((a, b) => a - b)).toEqual([id, first.id])
  expect(await rolledBackBy()).toEqual({ id: first.id, state: 'completed', left: 1 })
  const second = await rollBack(id, { simIds: ids.slice(1) })
  const [listed] = (await call(endpoints.listCampaigns, { query: { search: `#${id}` } })).data
  expect(listed).toMatchObject({ id, rolledBackBy: { id: second.id, state: 'running', left: 0 } })
})
