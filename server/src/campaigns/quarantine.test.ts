import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../testing/server.ts'
import { closeFinishedCampaigns } from './campaigns.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from './testing.ts'

test('no campaign and no rollback includes a SIM that is set aside, until a member takes it back', async () => {
  await using server = await startTestServer()
  const { db } = server
  const call = await server.signIn('ADMIN', 'en', true)
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(server, [{}, {}, {}])
  const [first = 0, second = 0] = ids
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })] } })
  await db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).execute()
  await closeFinishedCampaigns(db, [id])
  await db
    .insertInto('quarantined_sims')
    .values([first, second].map((simId) => ({ sim_id: simId, campaign_id: id, code: 402 })))
    .execute()

  const dryRun = async () =>
    call(endpoints.dryRunBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: key })] } })
  const rollback = () => call(endpoints.dryRunRollback, { params: { id }, body: {} })
  const before = await dryRun()
  expect(before.eligible).toBe(1)
  expect(before.excluded.map(({ reason, count, sims }) => [reason, count, sims.map((sim) => sim.id)])).toEqual([
    ['quarantined', 2, [first, second]],
  ])
  expect(await rollback()).toMatchObject({ eligible: 1, excluded: [{ reason: 'quarantined', count: 2 }] })
  expect(await call(endpoints.getCampaign, { params: { id } })).toMatchObject({ quarantined: 2 })
  const listed = await call(endpoints.listQuarantine, { query: { simId: first } })
  expect(listed.data).toMatchObject([{ sim_id: first, campaign_id: id, code: 402, sw: null }])

  expect((await failureOf(call(endpoints.takeBackSims, { body: {} }))).code).toBe('emptyParameters')
  expect(await call(endpoints.takeBackSims, { body: { simIds: [first] } })).toEqual({ simIds: [first], left: 0 })
  expect(await call(endpoints.takeBackSims, { body: { simIds: [first] } })).toEqual({ simIds: [], left: 0 })
  expect((await dryRun()).eligible).toBe(2)
  expect(await call(endpoints.takeBackSims, { body: { campaignId: id } })).toEqual({ simIds: [second], left: 0 })
  expect((await dryRun()).eligible).toBe(3)
  expect((await rollback()).eligible).toBe(3)
  const actions = await db.selectFrom('action_logs').select(['url']).where('url', 'like', '%quarantine%').execute()
  expect(actions).toHaveLength(4)
})

test('SIMs of one cause are taken back, and those of other causes and of other campaigns stay set aside', async () => {
  await using server = await startTestServer()
  const { db } = server
  const call = await server.signIn('ADMIN', 'en', true)
  const { key } = await addPackage(call, fixedAids.telemetry)
  const ids = await addSims(server, [{}, {}, {}, {}])
  const start = async (of: number[]) =>
    (await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, of), targets: [other({ package: key })] } })).id
  const [campaignId, another] = [await start(ids.slice(0, 3)), await start(ids.slice(3))]
  const [lost = 0, memory = 0, unknown = 0, elsewhere = 0] = ids
  const aside = async (simId: number, id: number, cause: { code: number; sw: string | null }) => {
    await db
      .updateTable('ota_jobs')
      .set({ ...cause, status: 'Failed', reason: 'quarantined', finished_at: new Date() })
      .where('sim_id', '=', simId)
      .execute()
    await db
      .insertInto('quarantined_sims')
      .values({ sim_id: simId, campaign_id: id, ...cause })
      .execute()
  }
  await aside(lost, campaignId, { code: 402, sw: null })
  await aside(memory, campaignId, { code: 500, sw: '6581' })
  await aside(unknown, campaignId, { code: 500, sw: '6F00' })
  await aside(elsewhere, another, { code: 402, sw: null })
  const { causes } = await call(endpoints.getFailedSims, { params: { id: campaignId }, query: {} })
  const causeOf = (code: number, sw: string | null) => causes.find((one) => one.code === code && one.sw === sw)!.cause
  const takeBack = (...of: string[]) => call(endpoints.takeBackSims, { body: { campaignId, causes: of } })
  expect(await takeBack(causeOf(500, '6581'))).toEqual({ simIds: [memory], left: 0 })
  expect(await takeBack(causeOf(500, '6581'), causeOf(402, null))).toEqual({ simIds: [lost], left: 0 })
  const left = (await call(endpoints.listQuarantine, { query: {} })).data.map((sim) => sim.sim_id)
  expect(left.toSorted((a, b) => a - b)).toEqual([unknown, elsewhere])
  expect((await failureOf(call(endpoints.takeBackSims, { body: { causes: [causeOf(402, null)] } }))).code).toBe('emptyParameters')
  expect((await failureOf(takeBack('everything'))).status).toBe(400)
})
