import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../testing/server.ts'
import { closeFinishedCampaigns } from './campaigns.ts'
import { addPackage, addSims, failureOf, iccid, other, snapshotOf } from './testing.ts'

const { telemetry } = fixedAids

test('OTAs in state Ready can be cancelled, for some SIMs or all; OTAs under way cannot', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const old = await addPackage(call, telemetry, 1)
  const wanted = await addPackage(call, telemetry, 2)
  const ids = await addSims(server, [
    {},
    {},
    ...Array.from({ length: 3 }, () => ({ other_package_id: old.id, other_instance_aid: telemetry.moduleAid })),
  ])
  const [free = 0, started = 0, waiting = 0, removing = 0, stuck = 0] = ids
  const { id } = await call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: wanted.key })], removalConsent: true },
  })
  const put = (simId: number, kind: 'install' | 'remove', status: 'Started' | 'Failed' | 'Succeeded') =>
    server.db.updateTable('ota_jobs').set({ status }).where('sim_id', '=', simId).where('kind', '=', kind).execute()
  await put(started, 'install', 'Started')
  await put(removing, 'remove', 'Started')
  await put(stuck, 'remove', 'Failed')
  const counts = async () => {
    const campaign = await call(endpoints.getCampaign, { params: { id } })
    const { cancelled } = campaign
    return [
      campaign.state,
      ...(cancelled > 0 ? [`cancelled ${cancelled}`] : []),
      ...Object.entries(campaign.counts).flatMap(([status, count]) => (count > 0 ? [`${status} ${count}`] : [])),
    ]
  }
  expect(await counts()).toEqual(['running', 'Ready 2', 'Started 2', 'Failed 1'])

  const cancel = (simIds?: number[]) => call(endpoints.cancelOta, { params: { id }, body: simIds ? { simIds } : {} })
  expect((await failureOf(cancel([started]))).status).toBe(409)
  expect((await failureOf(cancel([removing]))).code).toBe('nothingReady')
  expect(await cancel([waiting])).toEqual({ cancelled: 1, continues: false })
  const sim = await call(endpoints.getSim, { params: { id: waiting } })
  expect(sim.other_applet.install_progress).toMatchObject({ status: 'Failed', code: null, reason: 'cancelled' })
  expect(sim.other_applet.uninstall_progress).toMatchObject({ status: 'Failed', code: null, reason: 'cancelled' })
  expect(await cancel()).toEqual({ cancelled: 2, continues: false })
  expect(await counts()).toEqual(['stopping', 'cancelled 2', 'Started 2', 'Failed 3'])
  expect(await cancel()).toEqual({ cancelled: 0, continues: false })
  expect((await failureOf(call(endpoints.cancelOta, { params: { id: id + 1 }, body: {} }))).code).toBe('campaignNotFound')

  await put(started, 'install', 'Succeeded')
  await put(removing, 'remove', 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])
  // The old applet of one SIM is removed already, so its install is not cancelled with the campaign.
  expect(await counts()).toEqual(['stopping', 'cancelled 2', 'Started 1', 'Failed 3', 'Succeeded 1'])
  expect(await cancel()).toEqual({ cancelled: 0, continues: false })
  await put(removing, 'install', 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])
  expect(await counts()).toEqual(['stopped', 'cancelled 2', 'Failed 3', 'Succeeded 2'])

  const logs = await call(endpoints.listOtaLogs, { query: { simId: free } })
  expect(logs.data).toMatchObject([
    { campaign_id: id, iccid: iccid(0), package: wanted.key, progress: { status: 'Failed', reason: 'cancelled' } },
  ])
  const inLog = async (query: object) => (await call(endpoints.listOtaLogs, { query: { campaignId: id, ...query } })).totalItems
  expect(await inLog({ status: 'Succeeded' })).toBe(3)
  expect(await inLog({ cancelled: 'true' })).toBe(4)
  expect(await inLog({ status: 'Failed', cancelled: 'false' })).toBe(1)
  await server.db.updateTable('ota_jobs').set({ code: 500, sw: '6A84' }).where('sim_id', '=', free).execute()
  const all = async (query: object) => (await call(endpoints.listOtaLogs, { query })).data.map((log) => log.sim_id)
  expect(await all({ code: 500, sw: '6a84' })).toEqual([free])
  expect(await all({ code: 500, sw: '6985' })).toEqual([])
  expect(await all({ iccid: iccid(0) })).toEqual([free])
  expect(await all({ iccid: iccid(0), created_start: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  expect(await all({ iccid: iccid(0), created_end: new Date(Date.now() + 60_000).toISOString() })).toEqual([free])
  const backwards = { created_start: '2026-11-20T00:00:00Z', created_end: '2026-11-19T00:00:00Z' }
  expect(await failureOf(call(endpoints.listOtaLogs, { query: backwards }))).toMatchObject({
    code: 'invalidInput',
    fields: [{ path: 'created_end' }],
  })
})

test('a campaign of removals ends as completed, or as completed with failures', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const held = await addPackage(call, telemetry)
  const ids = await addSims(server, [
    {},
    { other_package_id: held.id, other_instance_aid: telemetry.moduleAid },
    { other_instance_aid: 'A0000000620103' },
  ])
  const start = async () =>
    (
      await call(endpoints.putBulkOta, {
        body: { snapshotId: await snapshotOf(call, ids), targets: [other({ active: false })], name: 'Clean' },
      })
    ).id
  const end = async (id: number, status: 'Succeeded' | 'NotFound' | 'Blocked') => {
    const [first] = await server.db.selectFrom('ota_jobs').select('id').where('campaign_id', '=', id).orderBy('id').execute()
    await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).where('campaign_id', '=', id).execute()
    await server.db
      .updateTable('ota_jobs')
      .set({ status })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await closeFinishedCampaigns(server.db, [id])
    return call(endpoints.getCampaign, { params: { id } })
  }
  const first = await end(await start(), 'NotFound')
  expect(first).toMatchObject({ name: 'Clean', action: 'remove', package: null, total: 2, excluded: 1, state: 'completed' })
  expect(first.finishedAt).not.toBeNull()
  expect((await end(await start(), 'Blocked')).state).toBe('completedWithFailures')
})

test('the result CSV has one line per SIM and no formula, and its link opens without a token', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('MEMBER')
  const admin = await server.signIn('ADMIN')
  const { key } = await addPackage(admin, telemetry)
  const ids = await addSims(server, [{ device_alias: '=HYPERLINK("x")' }, { device_alias: 'plain, "quoted"' }])
  const { id } = await admin(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(admin, ids), targets: [other({ package: key })] },
  })
  await server.db
    .updateTable('ota_jobs')
    .set({ status: 'Failed', code: 500, sw: '6438', acked: 3, total: 9 })
    .where('sim_id', '=', ids[1] ?? 0)
    .execute()
  await admin(endpoints.cancelOta, { params: { id }, body: { simIds: ids.slice(0, 1) } })
  const { url, expiresAt } = await call(endpoints.getResultCsvUrl, { params: { id } })
  expect(url.startsWith(`/ota-api/admin/bulkOTAResult/${id}?expires=`)).toBe(true)
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 15 * 60_000)).toBeLessThan(5000)

  const cancelledAt = (await call(endpoints.listOtaLogs, { query: { campaignId: id, cancelled: 'true' } })).data[0]?.finished_at
  const answer = await fetch(server.url + url)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="ota-result-\d{10}\.csv"/)
  expect((await answer.text()).trimEnd().split('\n')).toEqual([
    'iccid,device_alias,action,package,version,label,status,outcome,code,sw,reason,acked,total,started_at,finished_at,wave,attempts,cause',
    `${iccid(0)},"'=HYPERLINK(""x"")",install,${telemetry.packageAid},1.0,Telemetry,Failed,Cancelled,,,cancelled,0,0,,${cancelledAt},1,0,`,
    `${iccid(1)},"plain, ""quoted""",install,${telemetry.packageAid},1.0,Telemetry,Failed,Failed,500,6438,,3,9,,,1,0,500-6438`,
  ])
  const status = async (path: string) => (await fetch(server.url + path)).status
  expect(await status(url.replace(`/${id}?`, `/${id + 1}?`))).toBe(410)
  expect(await status(url.replace(/expires=\d/, 'expires=9'))).toBe(410)
  expect(await status(url.replace(/.{4}$/, '0000'))).toBe(410)
  expect(await status(url.replace(/&signature.*/, ''))).toBe(400)
  expect((await failureOf(call(endpoints.getResultCsvUrl, { params: { id: id + 1 } }))).code).toBe('campaignNotFound')
})

test('a search of campaigns finds the campaign with that ID first, then those with the text in their names', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const wanted = await addPackage(call, telemetry, 2)
  const ids = await addSims(
    server,
    Array.from({ length: 4 }, () => ({})),
  )
  const idOf: number[] = []
  for (const [n, name] of ['札幌 ﾃﾚﾒﾄﾘ', 'Osaka 2', '50%', 'osaka last'].entries()) {
    const snapshotId = await snapshotOf(call, [ids[n] ?? 0])
    const { id } = await call(endpoints.putBulkOta, { body: { snapshotId, name, targets: [other({ package: wanted.key })] } })
    idOf.push(id)
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = idOf
  await server.db
    .updateTable('campaigns')
    .set({ name: `About ${first}` })
    .where('id', '=', fourth)
    .execute()
  const found = async (search: string) => {
    const { data, totalItems } = await call(endpoints.listCampaigns, { query: { search } })
    expect(totalItems).toBe(data.length)
    return data.map(({ id }) => id)
  }
  expect(await found(String(first))).toEqual([first, fourth])
  expect(await found(`＃${first}`)).toEqual([first])
  expect(await found('OSAKA')).toEqual([second])
  expect(await found('テレメトリ')).toEqual([first])
  expect(await found('%')).toEqual([third])
  expect(await found('999999999999999')).toEqual([])
})
