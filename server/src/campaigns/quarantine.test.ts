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
