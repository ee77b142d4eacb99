import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { refusedCode } from '@simdeck/contract/traces.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../testing.ts'
import { diagnosisJob } from './diagnosis.ts'

let server: TestServer
let call: TestCall
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)

test('SIMs of a campaign are grouped by cause, by what they wait for and by cell, and each group is found in the list of SIMs', async () => {
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(
    server,
    Array.from({ length: 16 }, () => ({})),
  )
  const { id } = await call(endpoints.putBulkOta, {
    body: {
      snapshotId: await snapshotOf(call, ids),
      targets: [other({ package: key })],
      rollout: { waves: [{ sims: 14 }], order: 'id', next: 'manual', maxFailedPercent: null },
    },
  })
  await server.db
    .updateTable('campaign_waves')
    .set({ released_at: hoursAgo(2) })
    .where('wave', '=', 1)
    .execute()
  const polled = (simIds: number[], at: Date | null, cell = 1) =>
    server.db
      .updateTable('sim_contacts')
      .set({ last_poll: at, mcc: '440', mnc: '10', lac: 7, cell_id: cell })
      .where('sim_id', 'in', simIds)
      .execute()
  const end = (simIds: number[], set: { status: 'Succeeded' | 'Failed' | 'Interrupted'; code?: number; sw?: string; reason?: string }) =>
    server.db
      .updateTable('ota_jobs')
      .set({ ...set, finished_at: set.status === 'Interrupted' ? null : new Date() })
      .where('sim_id', 'in', simIds)
      .execute()
  await end(ids.slice(0, 3), { status: 'Succeeded', code: 0 })
  await end(ids.slice(3, 5), { status: 'Failed', code: 500, sw: '6A84' })
  await end(ids.slice(5, 6), { status: 'Failed', code: 500, sw: '6985', reason: 'imported' })
  await end(ids.slice(6, 7), { status: 'Interrupted', code: 401 })
  await polled(ids.slice(0, 5), new Date())
  await polled(ids.slice(5, 7), new Date(), 2)
  const [never = 0, silent = 0, noPoll = 0, soon = 0, refused = 0, retry = 0, cancelled = 0] = ids.slice(7, 14)
  await polled([never, refused], null)
  await polled([silent], hoursAgo(30))
  await polled([noPoll], hoursAgo(3))
  await polled([soon, retry, cancelled], hoursAgo(1))
  await server.db
    .updateTable('ota_jobs')
    .set({ not_before: hoursAgo(-1), attempts: 1 })
    .where('sim_id', '=', retry)
    .execute()
  await server.db
    .insertInto('raw_ota_service_logs')
    .values({
      sim_id: refused,
      session_id: 0,
      sequence: 0,
      direction: 'card',
      code: refusedCode,
      bytes: 10,
      fields: '{"frames":1,"keys":1}',
      commands: '[]',
    })
    .execute()
  await call(endpoints.cancelOta, { params: { id }, body: { simIds: [cancelled] } })

  const read = () => call(endpoints.getCampaignDiagnosis, { params: { id } })
  const { causes, waiting, cells } = await read()
  expect(causes).toEqual([
    { status: 'Failed', code: 500, sw: '6A84', reason: null, sims: 2 },
    { status: 'Failed', code: 500, sw: '6985', reason: 'imported', sims: 1 },
    { status: 'Interrupted', code: 401, sw: null, reason: null, sims: 1 },
  ])
  expect(Object.fromEntries(waiting.map(({ reason, sims }) => [reason, sims]))).toEqual({
    wave: 2,
    retry: 1,
    refused: 1,
    neverPolled: 1,
    silent: 1,
    noPoll: 1,
    soon: 1,
  })
  // The other cell has too few results.
  expect(cells).toEqual([{ mcc: '440', mnc: '10', lac: 7, cellId: 1, ended: 5, failed: 2 }])

  const found = async (query: Parameters<typeof call<typeof endpoints.listCampaignSims>>[1]['query']) =>
    (await call(endpoints.listCampaignSims, { params: { id }, query })).data.map(({ sim_id: simId }) => simId)
  expect(await found({ waiting: 'silent' })).toEqual([silent])
  expect(await found({ waiting: 'wave' })).toEqual(ids.slice(14))
  expect(await found({ waiting: 'refused' })).toEqual([refused])
  expect(await found({ waiting: 'paused' })).toEqual([])
  expect(await found({ cell: '440-10-7-1', status: 'Failed' })).toEqual(ids.slice(3, 5))
  expect(await found({ cause: '500-6985-imported' })).toEqual(ids.slice(5, 6))

  await call(endpoints.changeCampaign, { params: { id }, body: { action: 'pause' } })
  expect((await read()).waiting).toEqual([
    { reason: 'paused', sims: 6 },
    { reason: 'wave', sims: 2 },
  ])
  expect((await failureOf(call(endpoints.getCampaignDiagnosis, { params: { id: 999_999 } }))).code).toBe('campaignNotFound')
})

test('the causes in a large campaign are stored, anew while it runs and for good after its end', async () => {
  const { key } = await addPackage(call, fixedAids.telemetry, 3)
  const ids = await addSims(server, [{ iccid: '8981100000099999001' }, { iccid: '8981100000099999002' }])
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })] } })
  await server.db.updateTable('campaigns').set({ total: 20_000 }).where('id', '=', id).execute()
  const read = async () => (await call(endpoints.getCampaignDiagnosis, { params: { id } })).causes.map(({ sims }) => sims)
  const fail = (simIds: number[]) =>
    server.db.updateTable('ota_jobs').set({ status: 'Failed', code: 402, finished_at: new Date() }).where('sim_id', 'in', simIds).execute()
  const job = () => diagnosisJob({ db: server.db }).run()
  await fail(ids.slice(0, 1))
  await job()
  expect(await read()).toEqual([1])
  await fail(ids.slice(1))
  expect(await read()).toEqual([1])
  // The other SIM waited when the causes were stored.
  const waiting = await call(endpoints.listCampaignSims, { params: { id }, query: { waiting: 'neverPolled' } })
  expect([waiting.data.length, waiting.totalItems]).toEqual([0, 1])
  await closeFinishedCampaigns(server.db, [id])
  await job()
  expect(await read()).toEqual([2])
  await server.db.deleteFrom('ota_jobs').where('campaign_id', '=', id).execute()
  await job()
  expect(await read()).toEqual([2])
})

test('the reasons of waiting in a large campaign follow a pause and a resumption at once', async () => {
  const { key } = await addPackage(call, fixedAids.telemetry, 4)
  const ids = await addSims(server, [{ iccid: '8981100000099999003' }, { iccid: '8981100000099999004' }])
  const rollout = { waves: [{ sims: 1 }], order: 'id' as const }
  const { id } = await call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })], rollout },
  })
  await server.db.updateTable('campaigns').set({ total: 20_000 }).where('id', '=', id).execute()
  const waiting = async () => (await call(endpoints.getCampaignDiagnosis, { params: { id } })).waiting
  const change = (action: 'pause' | 'resume') => call(endpoints.changeCampaign, { params: { id }, body: { action } })
  await until(async () => (await call(endpoints.getCampaign, { params: { id } })).counts.Ready === 2)
  await diagnosisJob({ db: server.db }).run()
  const [wave, silent] = [
    { reason: 'wave', sims: 1 },
    { reason: 'neverPolled', sims: 1 },
  ]
  expect(await waiting()).toEqual(expect.arrayContaining([wave, silent]))
  await change('pause')
  expect(await waiting()).toEqual(expect.arrayContaining([wave, { reason: 'paused', sims: 1 }]))
  await diagnosisJob({ db: server.db }).run()
  await change('resume')
  expect((await waiting()).map(({ reason }) => reason)).not.toContain('paused')
})
