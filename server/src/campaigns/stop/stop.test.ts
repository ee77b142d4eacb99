import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { due as isDue } from '../../ota-kinds/sql/workable.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addPackage, failureOf, other, snapshotOf } from '../testing.ts'

const { telemetry } = fixedAids
/** A number of SIMs above the limit up to which a call cancels their OTAs itself. */
const many = 2_100

let server: TestServer
let call: TestCall
let colleague: TestCall
let wanted: Awaited<ReturnType<typeof addPackage>>
let former: Awaited<ReturnType<typeof addPackage>>
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
  colleague = await server.signIn('ADMIN')
  former = await addPackage(call, telemetry, 0)
  wanted = await addPackage(call, telemetry, 1)
})
afterAll(() => server[Symbol.asyncDispose]())

let added = 0
const fleet = (size: number, more: object = {}) =>
  addSims(
    server.db,
    Array.from({ length: size }, () => ({ iccid: `89811000004${String(added++).padStart(8, '0')}`, has_keys: true, ...more })),
  )
const start = async (ids: number[]) =>
  call(endpoints.putBulkOta, {
    body: {
      snapshotId: await snapshotOf(call, ids),
      targets: [other({ package: wanted.key })],
      confirmedCount: ids.length,
      removalConsent: true,
    },
  })
const stop = (id: number, by = call) => by(endpoints.cancelOta, { params: { id }, body: {} })
const read = (id: number) => call(endpoints.getCampaign, { params: { id } })
const change = (id: number, action: 'pause' | 'resume' | 'release') => call(endpoints.changeCampaign, { params: { id }, body: { action } })
const put = (simId: number, kind: 'install' | 'remove', status: 'Ready' | 'Started' | 'Interrupted' | 'Succeeded' | 'Failed') =>
  server.db.updateTable('ota_jobs').set({ status }).where('sim_id', '=', simId).where('kind', '=', kind).execute()
/** Those of the SIMs that a session may send an OTA to now. */
async function due(simIds: number[]): Promise<number[]> {
  const jobs = await server.db.selectFrom('ota_jobs as j').select('j.sim_id').where('j.sim_id', 'in', simIds).where(isDue('j')).execute()
  return [...new Set(jobs.map(({ sim_id: id }) => id))].toSorted((one, another) => one - another)
}
const stopRows = async (id: number) =>
  (await server.db.selectFrom('action_logs').select('id').where('url', 'like', `%/cancelOTA/${id}`).execute()).length

/** Holds the rows of these SIMs, as their sessions do, until `work` ends. */
const whileLocked = (simIds: number[], work: () => Promise<unknown>) =>
  server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').where('id', 'in', simIds).orderBy('id').forUpdate().execute()
    await work()
  })

test('from the stop of a large campaign on no SIM starts, those that have begun end, and the others are cancelled in parts', async () => {
  const installs = await fleet(many)
  const [removed = 0, removing = 0] = await fleet(2, { other_package_id: former.id, other_instance_aid: telemetry.moduleAid })
  const all = [...installs, removed, removing]
  const { id } = await start(all)
  const [started = 0, interrupted = 0] = installs
  await put(started, 'install', 'Started')
  await put(interrupted, 'install', 'Interrupted')
  await put(removed, 'remove', 'Succeeded')
  await put(removing, 'remove', 'Started')
  const begun = [started, interrupted, removed, removing]
  const [retried = 0] = installs.slice(-2)
  const nextAttempt = { attempts: 1, not_before: new Date(Date.now() + 600_000), code: 401 }
  await server.db.updateTable('ota_jobs').set(nextAttempt).where('sim_id', '=', retried).execute()
  const last = installs.at(-1)!
  await whileLocked([last], async () => {
    expect(await stop(id)).toEqual({ cancelled: 0, continues: true })
    expect(await due(all)).toEqual(begun)
    const stopping = await read(id)
    expect(stopping).toMatchObject({ state: 'stopping', stopRequested: { by: 'ADMIN' }, finishedAt: null })
    expect(Object.values(stopping.counts).reduce((sum, count) => sum + count)).toBe(all.length)
    await until(async () => (await read(id)).cancelled >= 1_998)
    const { Ready } = (await read(id)).counts
    expect(Ready).toBeGreaterThan(0)
    const { waiting } = await call(endpoints.getCampaignDiagnosis, { params: { id } })
    expect(waiting).toEqual([{ reason: 'stopping', sims: Ready }])
    expect((await call(endpoints.listCampaigns, { query: { state: 'stopping' } })).data.map((campaign) => campaign.id)).toEqual([id])
  })
  const swept = await until(async () => {
    const campaign = await read(id)
    return campaign.cancelled === many - 3 && campaign
  })
  expect(swept).toMatchObject({ state: 'stopping', counts: { Ready: 0, Started: 3, Interrupted: 1, Failed: many - 2 } })
  expect(await due(all)).toEqual(begun)
  const shown = await call(endpoints.getSim, { params: { id: last } })
  expect(shown).toMatchObject({ status_other_applet: 'Failed', other_applet: { install_progress: { reason: 'cancelled' } } })
  const failed = await call(endpoints.getSim, { params: { id: retried } })
  expect(failed.other_applet.install_progress).toMatchObject({ code: 401, reason: 'notRetried' })
  for (const simId of begun) await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('sim_id', '=', simId).execute()
  await closeFinishedCampaigns(server.db, [id])
  expect(await read(id)).toMatchObject({ state: 'stopped', cancelled: many - 3, counts: { Succeeded: 4 } })
})

test('an OTA whose commands a card may have run is not cancelled, although its card has not answered yet', async () => {
  const [sent = 0, again = 0, untouched = 0] = await fleet(3)
  const [removing = 0] = await fleet(1, { other_package_id: former.id, other_instance_aid: telemetry.moduleAid })
  const all = [sent, again, untouched, removing]
  const { id } = await start(all)
  const sentTo = { total: 9, channel_at: new Date() }
  const script = JSON.stringify({ plan: 'first', script: { acked: 0, sent: 1, total: 9 } })
  const set = (simId: number, kind: 'install' | 'remove', values: object) =>
    server.db.updateTable('ota_jobs').set(values).where('sim_id', '=', simId).where('kind', '=', kind).execute()
  await set(sent, 'install', sentTo)
  await set(again, 'install', { ...sentTo, attempts: 1, knowledge: script })
  await set(removing, 'remove', sentTo)
  const underWay = [sent, again, removing]
  expect(await stop(id)).toMatchObject({ cancelled: 1 })
  expect(await due(all)).toEqual(underWay)
  await call(endpoints.cancelOta, { params: { id }, body: { simIds: underWay } }).catch(() => undefined)
  expect(await due(all)).toEqual(underWay)
  expect(await read(id)).toMatchObject({ state: 'stopping', cancelled: 1 })
  for (const simId of underWay) await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('sim_id', '=', simId).execute()
  await closeFinishedCampaigns(server.db, [id])
  expect(await read(id)).toMatchObject({ state: 'stopped', counts: { Succeeded: 3 } })
})

test('a rollback of a paused campaign, of some or of all SIMs, cancels no OTA whose commands a card may have run', async () => {
  for (const some of [true, false]) {
    const [done = 0, sent = 0, untouched = 0] = await fleet(3)
    const { id } = await start([done, sent, untouched])
    await put(done, 'install', 'Succeeded')
    await server.db
      .updateTable('sims')
      .set({ other_package_id: wanted.id, other_instance_aid: telemetry.moduleAid })
      .where('id', '=', done)
      .execute()
    await server.db.updateTable('ota_jobs').set({ total: 9, channel_at: new Date() }).where('sim_id', '=', sent).execute()
    await change(id, 'pause')
    const body = some ? { simIds: [done, sent] } : {}
    expect(await call(endpoints.rollbackOta, { params: { id }, body })).toMatchObject({ total: 1, rollbackOf: id })
    expect(await read(id)).toMatchObject({ cancelled: some ? 0 : 1, counts: { Ready: some ? 2 : 1, Succeeded: 1 } })
    if (some) await change(id, 'resume')
    expect(await due([sent])).toEqual([sent])
    await stop(id).catch(() => undefined)
    await put(sent, 'install', 'Succeeded')
    await closeFinishedCampaigns(server.db, [id])
  }
})

test('a stop that is repeated, or requested by two people at the same time, changes nothing twice', async () => {
  for (const size of [3, many]) {
    const { id } = await start(await fleet(size))
    const answers = await Promise.all([stop(id), stop(id, colleague), stop(id)])
    expect(answers.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(size === many ? 0 : size)
    const stopped = await until(async () => {
      const campaign = await read(id)
      return campaign.state === 'stopped' && campaign
    })
    expect(stopped).toMatchObject({ cancelled: size, counts: { Failed: size } })
    expect(await stop(id)).toEqual({ cancelled: 0, continues: false })
    expect(await read(id)).toEqual(stopped)
    // One row a call, and none for each SIM.
    expect(await stopRows(id)).toBe(4)
  }
})

test('a stopped campaign can be paused and resumed until those that have begun end; no other SIM starts', async () => {
  const ids = await fleet(3)
  const { id } = await start(ids)
  await put(ids[0]!, 'install', 'Interrupted')
  await change(id, 'pause')
  expect(await due(ids)).toEqual([])
  await stop(id)
  expect(await read(id)).toMatchObject({ state: 'stopping', paused: null, cancelled: 2 })
  expect(await due(ids)).toEqual(ids.slice(0, 1))
  expect(await change(id, 'pause')).toMatchObject({ state: 'paused', paused: { cause: 'member' } })
  expect(await due(ids)).toEqual([])
  expect(await stop(id)).toEqual({ cancelled: 0, continues: false })
  expect((await read(id)).state).toBe('paused')
  expect((await failureOf(change(id, 'release'))).code).toBe('campaignNotRunning')
  expect(await change(id, 'resume')).toMatchObject({ state: 'stopping', paused: null })
  expect(await due(ids)).toEqual(ids.slice(0, 1))
  await put(ids[0]!, 'install', 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])
  expect((await read(id)).state).toBe('stopped')
})

test('an install whose removal fails after the stop is cancelled, and the campaign ends', async () => {
  const [replaced = 0, fresh = 0] = [
    ...(await fleet(1, { other_package_id: former.id, other_instance_aid: telemetry.moduleAid })),
    ...(await fleet(1)),
  ]
  const { id } = await start([replaced, fresh])
  await put(replaced, 'remove', 'Started')
  expect(await stop(id)).toEqual({ cancelled: 1, continues: false })
  await put(replaced, 'remove', 'Failed')
  await closeFinishedCampaigns(server.db, [id])
  await until(async () => (await read(id)).state === 'stopped')
  expect(await due([replaced, fresh])).toEqual([])
})

test('a campaign that has ended by itself cannot be stopped', async () => {
  const ids = await fleet(1)
  const { id } = await start(ids)
  await put(ids[0]!, 'install', 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])
  expect((await failureOf(stop(id))).code).toBe('nothingReady')
  expect(await read(id)).toMatchObject({ state: 'completed', stopRequested: null })
})
