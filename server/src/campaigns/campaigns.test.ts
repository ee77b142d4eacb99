import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { addSims as addRows, type SimRowToAdd } from '../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { closeFinishedCampaigns } from './campaigns.ts'

const { telemetry, multiImsi, pollerA, pollerB } = fixedAids
const iccid = (n: number): string => `8981100000000000${String(n).padStart(4, '0')}`

async function addPackage(call: TestCall, aids: { packageAid: string; moduleAid: string | null }, minor = 0) {
  const bytes = await makeCapFile({
    packageAid: fromHex(aids.packageAid),
    packageVersion: { major: 1, minor },
    applets: aids.moduleAid === null ? [] : [fromHex(aids.moduleAid)],
  })
  const { id, packageAID, otaVersion, label, loadLength } = await call(endpoints.uploadPackage, {
    body: {},
    file: new File([bytes as BlobPart], 'x.cap'),
  })
  return { id, loadLength, key: { packageAID, otaVersion, label } }
}

const addSims = ({ db }: TestServer, sims: SimRowToAdd[]): Promise<number[]> =>
  addRows(
    db,
    sims.map((one, n) => ({ iccid: iccid(n), has_keys: true, ...one })),
  )

async function snapshotOf(call: TestCall, simIds: number[]): Promise<number> {
  return (await call(endpoints.createSnapshot, { body: { simIds } })).id
}

const other = (more: Partial<OtaTargetInput> = {}): OtaTargetInput => ({ appletType: 1, active: true, ...more })

async function failureOf(
  call: Promise<unknown>,
): Promise<{ code?: string; fields?: { path: string; message: string }[]; status?: number }> {
  return call.then(
    () => ({}),
    (error: unknown) => (error instanceof CallError ? { ...error.body, status: error.status } : { code: String(error) }),
  )
}

test('a snapshot freezes the SIMs of a filter or a list', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const ids = await addSims(server, [{ operator: 'ntt' }, { operator: 'ntt' }, {}])
  const body = (value: object) => call(endpoints.createSnapshot, { body: value })
  expect(await body({ filter: { operator: 'ntt' } })).toMatchObject({ total: 2 })
  expect(await body({ filter: {} })).toMatchObject({ total: 3 })
  expect(await body({ simIds: [ids[0], 999_999] })).toMatchObject({ total: 1 })
  expect((await failureOf(body({}))).code).toBe('emptyParameters')
  expect((await failureOf(body({ simIds: [999_999] }))).code).toBe('noTargetSims')
  expect((await failureOf(body({ simIds: [1], filter: {} }))).fields).toMatchObject([{ path: 'simIds' }])
  expect((await failureOf(body({ filter: { colour: 'red' } }))).code).toBe('invalidInput')
  expect(await server.db.selectFrom('sim_selections').select('id').where('purpose', '=', 'snapshot').execute()).toHaveLength(3)
  expect((await failureOf((await server.signIn('MEMBER'))(endpoints.createSnapshot, { body: { filter: {} } }))).code).toBe('noPermission')
})

test('a dry run tells what would happen to each SIM and why some are left out, and the campaign does just that', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const old = await addPackage(call, telemetry, 1)
  const wanted = await addPackage(call, telemetry, 2)
  const foreign = await addPackage(call, multiImsi)
  const holding = (one: typeof old, more: object = {}) => ({
    other_package_id: one.id,
    other_instance_aid: telemetry.moduleAid,
    other_applet_version: one.key.otaVersion,
    ...more,
  })
  const ids = await addSims(server, [
    {},
    holding(old, { last_poll: new Date() }),
    holding(wanted),
    { has_keys: false },
    { free_memory: wanted.loadLength + 511 },
    { free_memory: wanted.loadLength + 512, last_poll: new Date(Date.now() - 8 * 86_400_000) },
    holding(foreign, { free_memory: 512 + wanted.loadLength - foreign.loadLength, other_instance_aid: multiImsi.moduleAid }),
    {},
  ])
  const busy = await snapshotOf(call, ids.slice(7))
  await call(endpoints.putBulkOta, { body: { snapshotId: busy, targets: [other({ package: foreign.key })] } })

  const snapshotId = await snapshotOf(call, ids)
  const parameters = toHex(telemetryParameters.encode({ fqdn: 'report.example.jp', ...telemetryParameters.defaults }))
  const plan = { snapshotId, targets: [other({ package: wanted.key, installParameters: parameters }), other({ active: false })] }
  const run = await call(endpoints.dryRunBulkOta, { body: plan })
  expect(run).toMatchObject({ total: 8, eligible: 4, silentSims: 1, neverPolled: 2, instanceAID: telemetry.moduleAid })
  const { totalItems } = await call(endpoints.listSims, { query: { silent: '7d' } })
  expect(totalItems, 'the list’s filter counts the same').toBe(run.silentSims)
  expect(run.actions).toEqual([
    { kind: 'install', fromName: null, fromVersion: null, count: 2 },
    { kind: 'update', fromName: null, fromVersion: '1.0', count: 1 },
    { kind: 'update', fromName: null, fromVersion: '1.1', count: 1 },
  ])
  expect(run.excluded.map(({ reason, count, sims }) => [reason, count, sims.map((sim) => sim.iccid)])).toEqual([
    ['noKeys', 1, [iccid(3)]],
    ['notEnoughMemory', 1, [iccid(4)]],
    ['otaInProgress', 1, [iccid(7)]],
    ['sameVersion', 1, [iccid(2)]],
  ])
  expect(run.bytesPerSim).toBeGreaterThan(wanted.loadLength)

  const campaign = await call(endpoints.putBulkOta, { body: { ...plan, removalConsent: true } })
  expect(campaign).toMatchObject({
    name: 'Telemetry 1.2',
    state: 'running',
    action: 'install',
    total: 4,
    excluded: 4,
    createdBy: 'ADMIN',
    finishedAt: null,
  })
  expect(campaign.package).toMatchObject(wanted.key)
  expect(campaign.counts).toEqual({ Ready: 4, Started: 0, Interrupted: 0, Failed: 0, Succeeded: 0, Blocked: 0, NotFound: 0 })
  const jobs = await server.db.selectFrom('ota_jobs').selectAll().where('campaign_id', '=', campaign.id).orderBy('id').execute()
  expect(jobs.map((job) => [ids.indexOf(job.sim_id), job.kind, job.step, job.package_aid, job.params.instanceAID])).toEqual([
    [0, 'install', 0, telemetry.packageAid, telemetry.moduleAid],
    [1, 'remove', 0, telemetry.packageAid, telemetry.moduleAid],
    [1, 'install', 1, telemetry.packageAid, telemetry.moduleAid],
    [5, 'install', 0, telemetry.packageAid, telemetry.moduleAid],
    [6, 'remove', 0, multiImsi.packageAid, multiImsi.moduleAid],
    [6, 'install', 1, telemetry.packageAid, telemetry.moduleAid],
  ])
  expect(jobs.at(-1)?.params.installParameters).toBe(parameters.toUpperCase())
  expect(await call(endpoints.getSim, { params: { id: ids[1] ?? 0 } })).toMatchObject({
    status_other_applet: 'Ready',
    other_applet_install_name: 'Telemetry',
    other_applet_install_version: '1.2',
    other_applet_uninstall_name: 'Telemetry',
    poller_install_name: null,
    other_applet: { ota_progress: { action_type: { type: 1 } }, uninstall_progress: { status: 'Ready' } },
  })
  expect((await failureOf(call(endpoints.putBulkOta, { body: plan }))).code).toBe('snapshotNotFound')
  expect((await failureOf(call(endpoints.dryRunBulkOta, { body: plan }))).code).toBe('snapshotNotFound')
  expect((await call(endpoints.listCampaigns, { query: { take: 1 } })).data.map(({ id }) => id)).toEqual([campaign.id])
})

test('targets that contradict each other or the package are refused, and the snapshot stays usable', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const applet = await addPackage(call, telemetry)
  const library = await addPackage(call, { packageAid: 'A00000006201BB', moduleAid: null })
  const poller = await addPackage(call, pollerB)
  const snapshotId = await snapshotOf(call, await addSims(server, [{}]))
  const refused = async (...targets: OtaTargetInput[]) => {
    const failure = await failureOf(call(endpoints.putBulkOta, { body: { snapshotId, targets } }))
    return [failure.code, ...(failure.fields ?? []).map(({ path }) => path)]
  }
  const key = applet.key
  expect(await refused(other({ package: key }), other({ package: key }))).toEqual(['severalActiveTargets'])
  expect(await refused(other({ package: key }), { appletType: 0, active: false })).toEqual(['invalidInput', 'targets'])
  expect(await refused(other())).toEqual(['invalidInput', 'targets.0.package'])
  expect(await refused(other({ package: { ...key, label: 'None' } }))).toEqual(['packageNotFound'])
  const removal = other({ package: library.key, active: false })
  expect(await refused(removal)).toEqual(['noTargetSims'])
  expect(await refused(removal, other({ active: false }))).toEqual(['invalidInput', 'targets'])
  expect(await refused({ ...removal, appletType: 0 })).toEqual(['invalidInput', 'targets.0.package'])
  expect(await refused({ ...removal, installParameters: '80' })).toEqual(['invalidInput', 'targets.0'])
  expect(await refused(other({ package: library.key, installParameters: '80' }))).toEqual(['invalidInput', 'targets.0'])
  expect(await refused(other({ package: library.key, instanceAID: 'A0000000620102' }))).toEqual(['invalidInput', 'targets.0'])
  expect(await refused(other({ package: library.key, moduleAID: 'A0000000620102' }))).toEqual(['unknownModule'])
  expect(await refused(other({ package: poller.key }))).toEqual(['invalidInput', 'targets.0.package'])
  expect(await refused({ appletType: 0, active: true, package: key })).toEqual(['invalidInput', 'targets.0.package'])
  expect(await refused(other({ package: key, moduleAID: 'A0000000620102' }))).toEqual(['unknownModule'])
  expect(await refused(other({ package: key, installParameters: '8001' }))).toEqual(['invalidInput', 'targets.0.installParameters'])
  expect(await refused(other({ package: key, installParameters: '80G1' }))).toEqual(['invalidInput', 'targets.0.installParameters'])
  expect(await refused(other({ active: false }))).toEqual(['noTargetSims'])
  expect(await server.db.selectFrom('ota_jobs').select('id').execute()).toEqual([])
  expect(
    (await call(endpoints.putBulkOta, { body: { snapshotId, targets: [other({ package: key, instanceAID: 'a0000000620102' })] } })).total,
  ).toBe(1)
  expect(await server.db.selectFrom('ota_jobs').select('params').execute()).toMatchObject([{ params: { instanceAID: 'A0000000620102' } }])
})

test('two campaigns at once over the same SIMs never give a SIM two OTAs of a kind', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, telemetry)
  const ids = await addSims(
    server,
    Array.from({ length: 30 }, () => ({})),
  )
  const snapshots = await Promise.all([snapshotOf(call, ids), snapshotOf(call, ids.toReversed()), snapshotOf(call, ids)])
  const results = await Promise.all(
    snapshots.map((snapshotId) => failureOf(call(endpoints.putBulkOta, { body: { snapshotId, targets: [other({ package: key })] } }))),
  )
  expect(results.filter(({ code }) => code === 'noTargetSims')).toHaveLength(2)
  expect(await server.db.selectFrom('ota_jobs').select('id').execute()).toHaveLength(30)
})

test('a poller goes into the free slot only, and only a standby poller is removed', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const slotA = await addPackage(call, pollerA)
  const slotB = await addPackage(call, pollerB)
  const ids = await addSims(server, [
    { poller_instance_aid: pollerA.moduleAid, poller_version: '1.0' },
    { poller_instance_aid: pollerA.moduleAid, poller_version: '1.0', standby_poller_instance_aid: pollerB.moduleAid },
    {},
  ])
  const run = async (targets: OtaTargetInput[]) => {
    const { actions, excluded } = await call(endpoints.dryRunBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets } })
    return { actions, excluded: excluded.map(({ reason, sims }) => [reason, ...sims.map((sim) => ids.indexOf(sim.id))]) }
  }
  const installParameters = toHex(pollerParameters.encode({ fqdn: 'poll.example.jp', ...pollerParameters.defaults }))
  const poller = (more: object): OtaTargetInput[] => [{ appletType: 0, active: true, installParameters, ...more }]
  expect(await run(poller({ package: slotA.key }))).toEqual({
    actions: [{ kind: 'install', fromName: null, fromVersion: null, count: 1 }],
    excluded: [['pollerBlocked', 0, 1]],
  })
  expect((await run(poller({ package: slotB.key }))).excluded).toEqual([])
  expect(await run(poller({ active: false }))).toEqual({
    actions: [{ kind: 'remove', fromName: null, fromVersion: '1.0', count: 1 }],
    excluded: [
      ['notInstalled', 2],
      ['pollerBlocked', 0],
    ],
  })
  await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets: poller({ active: false }) } })
  const [job] = await server.db.selectFrom('ota_jobs').selectAll().execute()
  expect(job).toMatchObject({ sim_id: ids[1], kind: 'remove', package_aid: pollerB.packageAid, params: { instanceAID: pollerB.moduleAid } })
  expect((await failureOf(run(poller({ package: slotB.key, instanceAID: 'A0000000620102' })))).code).toBe('invalidInput')
})

test('what is Ready can be cancelled, for some SIMs or all; what is under way cannot', async () => {
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
  expect(await cancel([waiting])).toEqual({ cancelled: 1 })
  const sim = await call(endpoints.getSim, { params: { id: waiting } })
  expect(sim.other_applet.install_progress).toMatchObject({ status: 'Failed', code: null, reason: 'cancelled' })
  expect(sim.other_applet.uninstall_progress).toMatchObject({ status: 'Failed', code: null, reason: 'cancelled' })
  expect(await cancel()).toEqual({ cancelled: 2 })
  expect(await counts()).toEqual(['running', 'cancelled 2', 'Started 2', 'Failed 3'])
  expect((await failureOf(cancel())).code).toBe('nothingReady')
  expect((await failureOf(call(endpoints.cancelOta, { params: { id: id + 1 }, body: {} }))).code).toBe('campaignNotFound')

  await put(started, 'install', 'Succeeded')
  await put(removing, 'remove', 'Succeeded')
  await closeFinishedCampaigns(server.db, [id])
  // The old applet is gone from one SIM: a stop leaves it to get the new one.
  expect(await counts()).toEqual(['running', 'cancelled 2', 'Started 1', 'Failed 3', 'Succeeded 1'])
  expect((await failureOf(cancel())).code).toBe('nothingReady')
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
})

test('a campaign ends completed, or with failures, and a removal leaves nothing open', async () => {
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

test('the result CSV has a line per SIM, opens by its link alone, and runs no formula', async () => {
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
    'iccid,device_alias,action,package,version,label,status,outcome,code,sw,reason,acked,total,started_at,finished_at',
    `${iccid(0)},"'=HYPERLINK(""x"")",install,${telemetry.packageAid},1.0,Telemetry,Failed,Cancelled,,,cancelled,0,0,,${cancelledAt}`,
    `${iccid(1)},"plain, ""quoted""",install,${telemetry.packageAid},1.0,Telemetry,Failed,Failed,500,6438,,3,9,,`,
  ])
  const status = async (path: string) => (await fetch(server.url + path)).status
  expect(await status(url.replace(`/${id}?`, `/${id + 1}?`))).toBe(410)
  expect(await status(url.replace(/expires=\d/, 'expires=9'))).toBe(410)
  expect(await status(url.replace(/.{4}$/, '0000'))).toBe(410)
  expect(await status(url.replace(/&signature.*/, ''))).toBe(400)
  expect((await failureOf(call(endpoints.getResultCsvUrl, { params: { id: id + 1 } }))).code).toBe('campaignNotFound')
})

test('a SIM that the dry run left out is not taken in, though it became eligible before the start; without a dry run it is', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const ids = await addSims(server, [{}, {}])
  const { key } = await addPackage(call, fixedAids.telemetry)
  const targets = [other({ package: key })]
  const busy = await snapshotOf(call, [ids[0]!])
  const first = await call(endpoints.putBulkOta, { body: { snapshotId: busy, targets } })
  const snapshotId = await snapshotOf(call, ids)
  const untried = await snapshotOf(call, ids)
  expect(await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })).toMatchObject({ eligible: 1, total: 2 })
  await call(endpoints.cancelOta, { params: { id: first.id }, body: {} })
  const started = await call(endpoints.putBulkOta, { body: { snapshotId, targets } })
  expect(started).toMatchObject({ total: 1, excluded: 1 })
  await call(endpoints.cancelOta, { params: { id: started.id }, body: {} })
  expect(await call(endpoints.putBulkOta, { body: { snapshotId: untried, targets } })).toMatchObject({ total: 2, excluded: 0 })
})

test('a search of campaigns finds the one of an ID first, and those with the text in their names', async () => {
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
