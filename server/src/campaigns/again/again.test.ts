import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addFleet, addPackage, failureOf, other, snapshotOf } from '../testing.ts'

const { telemetry, iotSafe } = fixedAids

let server: TestServer
let call: TestCall
let key: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  key = (await addPackage(call, iotSafe)).key
})
afterAll(() => server[Symbol.asyncDispose]())

const fleet = (size: number, more = {}) => addFleet(server, size, more)
const install = (more: Partial<OtaTargetInput> = {}) => ({ targets: [other({ package: key, ...more })] })
const start = async (simIds: number[], more: Partial<OtaTargetInput> = {}) =>
  (await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, simIds), ...install(more) } })).id

type Result = { status: 'Succeeded' | 'Failed' | 'Blocked'; code?: number; sw?: string; reason?: string }
/** Ends the OTAs of SIMs in a campaign as the engine does. */
async function end(campaign: number, simIds: number[], { status, code, sw, reason }: Result) {
  await server.db
    .updateTable('ota_jobs')
    .set({ status, code: code ?? null, sw: sw ?? null, reason: reason ?? null, finished_at: new Date() })
    .where('campaign_id', '=', campaign)
    .where('sim_id', 'in', simIds)
    .execute()
}
const close = (id: number) =>
  server.db.updateTable('campaigns').set({ state: 'completedWithFailures', finished_at: new Date() }).where('id', '=', id).execute()
const failedOf = (id: number, causes?: string) => call(endpoints.getFailedSims, { params: { id }, query: causes ? { causes } : {} })
const freeze = (campaignId: number, causes?: string[]) => call(endpoints.createSnapshot, { body: { failedOf: { campaignId, causes } } })

test('the SIMs that failed in a campaign are counted by cause, and those of all causes or of one run again', async () => {
  const ids = await fleet(8)
  const campaign = await start(ids)
  await end(campaign, ids.slice(0, 1), { status: 'Succeeded' })
  await end(campaign, ids.slice(1, 4), { status: 'Failed', code: 500, sw: '6a84', reason: 'notEnoughMemory' })
  await end(campaign, ids.slice(4, 6), { status: 'Failed', code: 402, sw: '6F00' })
  await end(campaign, ids.slice(6, 7), { status: 'Blocked', code: 501 })
  await call(endpoints.cancelOta, { params: { id: campaign }, body: {} })
  const failed = await failedOf(campaign)
  expect(failed).toMatchObject({
    total: 6,
    causes: [
      { cause: '500/6A84/notEnoughMemory', code: 500, sw: '6A84', reason: 'notEnoughMemory', count: 3 },
      { cause: '402/-/-', code: 402, sw: null, reason: null, count: 2 },
      { cause: '501/-/-', code: 501, count: 1 },
    ],
  })
  expect((await failedOf(campaign, '402/-/-,501/-/-')).total).toBe(3)

  expect((await freeze(campaign)).total).toBe(6)
  const { id: snapshotId, total } = await freeze(campaign, ['402/-/-'])
  expect(total).toBe(2)
  const again = await call(endpoints.putBulkOta, { body: { snapshotId, ...install(), confirmedCount: 2 } })
  const sims = await server.db.selectFrom('ota_jobs').select('sim_id').where('campaign_id', '=', again.id).orderBy('sim_id').execute()
  expect(sims.map(({ sim_id: id }) => id)).toEqual(ids.slice(4, 6))
  expect((await failureOf(freeze(campaign, ['100/-/-']))).code).toBe('noTargetSims')
  expect((await failureOf(freeze(campaign + 99))).code).toBe('campaignNotFound')
  expect((await failureOf(failedOf(campaign + 99))).code).toBe('campaignNotFound')
  expect((await failureOf(failedOf(campaign, '402'))).code).toBe('invalidInput')
  const both = call(endpoints.createSnapshot, { body: { failedOf: { campaignId: campaign }, filter: {} } })
  expect((await failureOf(both)).code).toBe('invalidInput')
})

test('a SIM whose removal failed counts once, with the cause of its removal', async () => {
  const held = await addPackage(call, telemetry)
  const ids = await fleet(2, { other_package_id: held.id, other_instance_aid: telemetry.moduleAid })
  const snapshotId = await snapshotOf(call, ids)
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId, ...install(), removalConsent: true } })
  const jobs = (kind: 'install' | 'remove') =>
    server.db.updateTable('ota_jobs').where('campaign_id', '=', id).where('kind', '=', kind).where('sim_id', '=', ids[0]!)
  await jobs('remove').set({ status: 'Failed', code: 500, sw: '6985', finished_at: new Date() }).execute()
  expect(await failedOf(id)).toMatchObject({ total: 1, causes: [{ cause: '500/6985/-', count: 1 }] })
  await jobs('remove').set({ status: 'Succeeded', code: null, sw: null }).execute()
  await jobs('install').set({ status: 'Failed', code: 202, finished_at: new Date() }).execute()
  expect(await failedOf(id)).toMatchObject({ total: 1, causes: [{ cause: '202/-/-', count: 1 }] })
  await jobs('remove').set({ status: 'Failed', code: 500, sw: '6985' }).execute()
  expect(await failedOf(id)).toMatchObject({ total: 1, causes: [{ cause: '202/-/-', count: 1 }] })
})

test('the SIMs whose state changed since the failure are counted, and a change of the package is reported', async () => {
  const ids = await fleet(6)
  const secret = '0A'.repeat(16)
  const keys = { cap_auth_key: secret, encrypt_key: secret, scp03_enc: secret, scp03_mac: secret, scp03_dek: secret }
  const update = (at: number, body: object) => call(endpoints.updateSim, { params: { id: ids[at]! }, body })
  await update(0, { keys })
  await update(5, { keys })
  const campaign = await start(ids, { installParameters: 'C0FFEE' })
  await end(campaign, ids, { status: 'Failed', code: 101 })
  await close(campaign)
  const none = { polled: 0, keysChanged: 0, pollerChanged: 0, succeeded: 0, open: 0, defaultsDiffer: false, newerPackage: null }
  expect((await failedOf(campaign)).since).toMatchObject({ ...none, packageChangedAt: null })

  await server.db.updateTable('sim_contacts').set({ last_poll: new Date() }).where('sim_id', 'in', ids.slice(0, 5)).execute()
  await update(0, { keys })
  await update(5, { scp03_level: '33' })
  await start(ids.slice(1, 2))
  const later = await start(ids.slice(2, 4))
  await end(later, ids.slice(2, 4), { status: 'Succeeded' })
  await call(endpoints.updatePackage, { params: key, body: { installParameters: 'BEEF' } })
  const poller = await addPackage(call, fixedAids.pollerA)
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: ids.slice(4, 5) } })
  const installParameters = toHex(pollerParameters.encode({ fqdn: 'poll.example.jp', ...pollerParameters.defaults }))
  const targets = [{ appletType: 0 as const, active: true, package: poller.key, installParameters }]
  const ofPoller = await call(endpoints.putBulkOta, { body: { snapshotId, targets } })
  await end(ofPoller.id, ids.slice(4, 5), { status: 'Succeeded' })
  const newer = await addPackage(call, iotSafe, 7)
  const { since } = await failedOf(campaign)
  expect(since).toMatchObject({
    polled: 5,
    keysChanged: 2,
    pollerChanged: 1,
    succeeded: 2,
    open: 1,
    defaultsDiffer: true,
    newerPackage: newer.key,
  })
  expect(since.packageChangedAt).not.toBeNull()
  expect((await failedOf(campaign, '402/-/-')).since).toMatchObject({ polled: 0, succeeded: 0 })
})

test('default parameters that the card itself reads are compared with those of the campaign too', async () => {
  const ids = await fleet(1)
  const used = { installParameters: 'C0FFEE', cardParameters: 'ef04c8020400' }
  const campaign = await start(ids, used)
  await end(campaign, ids, { status: 'Failed', code: 101 })
  await close(campaign)
  const differ = async (body: object) => {
    await call(endpoints.updatePackage, { params: key, body })
    return (await failedOf(campaign)).since.defaultsDiffer
  }
  expect(await differ(used)).toBe(false)
  expect(await differ({ cardParameters: 'EF04C8020800' })).toBe(true)
  expect(await differ({ installParameters: null, cardParameters: null })).toBe(false)
})

test('the options of a campaign start another one, with the filter of its SIMs and the present key of its package', async () => {
  await fleet(2, { external_device_id: 'again-meter' })
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { filter: { external_device_id: 'again-meter' } } })
  const rollout = { waves: [{ percent: 50 }], seed: 9 }
  const started = await call(endpoints.putBulkOta, {
    body: { snapshotId, name: 'First', ...install({ installParameters: '0102' }), rollout },
  })
  const optionsOf = () => call(endpoints.getCampaignOptions, { params: { id: started.id } })
  expect(await optionsOf()).toMatchObject({
    name: 'First',
    options: { kind: 'install', targets: [{ package: key, installParameters: '0102' }], rollout },
    package: { ...key, deleted: false },
    filter: { external_device_id: 'again-meter' },
  })
  await call(endpoints.updatePackage, { params: key, body: { label: 'renamed' } })
  const renamed = { ...key, label: 'renamed' }
  const { options } = await optionsOf()
  expect(options).toMatchObject({ targets: [{ package: renamed }] })
  key = renamed

  await call(endpoints.cancelOta, { params: { id: started.id }, body: {} })
  const again = await call(endpoints.createSnapshot, { body: { filter: { external_device_id: 'again-meter' } } })
  const { kind, targets } = options
  const second = await call(endpoints.putBulkOta, { body: { snapshotId: again.id, kind, targets, rollout: options.rollout ?? undefined } })
  expect(second).toMatchObject({ total: 2, rollout })

  const byId = await start(await fleet(1))
  expect((await call(endpoints.getCampaignOptions, { params: { id: byId } })).filter).toBeNull()
  expect((await failureOf(call(endpoints.getCampaignOptions, { params: { id: byId + 99 } }))).code).toBe('campaignNotFound')
})
