import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { addPackage, addSims, failureOf, iccid, other, snapshotOf } from '../testing.ts'

const { telemetry } = fixedAids

let server: TestServer
let call: TestCall
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

test('a SIM has one line with its removal and install, found by status, wave, cause, cell and number, with the totals of the figures', async () => {
  const old = await addPackage(call, telemetry, 1)
  const { key } = await addPackage(call, telemetry, 2)
  const held = { other_package_id: old.id, other_instance_aid: telemetry.moduleAid }
  const ids = await addSims(server, [{ device_alias: '検針器 1' }, held, held, {}, held, {}])
  const [ready = 0, halfway = 0, removalFailed = 0, done = 0, lost = 0, cancelled = 0] = ids
  const { id } = await call(endpoints.putBulkOta, {
    body: {
      snapshotId: await snapshotOf(call, ids),
      targets: [other({ package: key })],
      removalConsent: true,
      rollout: { waves: [{ sims: 4 }], order: 'id', next: 'manual' },
    },
  })
  const put = (simId: number, kind: 'install' | 'remove', set: { status: 'Succeeded' | 'Failed'; code?: number; sw?: string }) =>
    server.db
      .updateTable('ota_jobs')
      .set({ ...set, finished_at: new Date() })
      .where('campaign_id', '=', id)
      .where('sim_id', '=', simId)
      .where('kind', '=', kind)
      .execute()
  await put(halfway, 'remove', { status: 'Succeeded' })
  await put(removalFailed, 'remove', { status: 'Failed', code: 500, sw: '6985' })
  await put(done, 'install', { status: 'Succeeded' })
  await put(lost, 'remove', { status: 'Succeeded' })
  await put(lost, 'install', { status: 'Failed', code: 500, sw: '6A84' })
  await call(endpoints.cancelOta, { params: { id }, body: { simIds: [cancelled] } })
  await server.db
    .updateTable('sim_contacts')
    .set({ last_poll: new Date(), mcc: '440', mnc: '10', lac: 35_873, cell_id: 417 })
    .where('sim_id', '=', lost)
    .execute()

  const page = (query: Parameters<typeof call<typeof endpoints.listCampaignSims>>[1]['query']) =>
    call(endpoints.listCampaignSims, { params: { id }, query })
  const all = await page({})
  expect(all.totalItems).toBe(6)
  expect(all.data.map(({ sim_id: simId, wave, status, otas }) => [simId, wave, status, otas.length])).toEqual([
    [ready, 1, 'Ready', 1],
    [halfway, 1, 'Started', 2],
    [removalFailed, 1, 'Failed', 2],
    [done, 1, 'Succeeded', 1],
    [lost, 2, 'Failed', 2],
    [cancelled, 2, 'Failed', 1],
  ])
  // The statuses are those that the figures count.
  const { counts } = await call(endpoints.getCampaign, { params: { id } })
  expect(counts).toMatchObject({ Ready: 1, Started: 1, Failed: 3, Succeeded: 1 })
  const removal = all.data[2]!
  expect(removal.otas.map(({ id: ota, progress }) => [ota === removal.id, progress.status])).toEqual([
    [true, 'Failed'],
    [false, 'Ready'],
  ])

  const found = async (query: Parameters<typeof page>[0]) => {
    const { data, totalItems } = await page(query)
    expect(totalItems).toBe(data.length)
    return data.map(({ sim_id: simId }) => simId)
  }
  expect(await found({ status: 'Failed' })).toEqual([removalFailed, lost])
  expect(await found({ status: 'Cancelled' })).toEqual([cancelled])
  expect(await found({ status: 'Started' })).toEqual([halfway])
  expect(await found({ status: 'Succeeded' })).toEqual([done])
  expect(await found({ status: 'Failed', wave: 2 })).toEqual([lost])
  expect(await found({ wave: 2, sort: 'sim_id:DESC' })).toEqual([cancelled, lost])
  expect(await found({ wave: 3 })).toEqual([])
  expect(await found({ cause: '500-6A84' })).toEqual([lost])
  expect(await found({ cause: '500-6985' })).toEqual([removalFailed])
  expect(await found({ cause: '402' })).toEqual([])
  expect(await found({ cell: '440-10-35873-417' })).toEqual([lost])
  expect(await found({ cell: '440-10-35873-418' })).toEqual([])
  await server.db.insertInto('quarantined_sims').values({ sim_id: lost, campaign_id: id, code: 402 }).execute()
  expect(await found({ quarantined: 'true' })).toEqual([lost])
  expect(await found({ quarantined: 'true', wave: 1 })).toEqual([])
  expect(await found({ search: iccid(3) })).toEqual([done])
  expect(await found({ search: `${iccid(1)}, ${iccid(4)}` })).toEqual([halfway, lost])
  expect(await found({ search: '検針器' })).toEqual([ready])
  expect((await page({ take: 2, pageIndex: 1 })).data.map(({ sim_id: simId }) => simId)).toEqual([removalFailed, done])
  expect((await failureOf(call(endpoints.listCampaignSims, { params: { id: 999_999 }, query: {} }))).code).toBe('campaignNotFound')
})
