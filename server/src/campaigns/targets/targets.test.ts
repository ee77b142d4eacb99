import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { startTestServer } from '../../testing/server.ts'
import { addPackage, addSims, failureOf, iccid, other, snapshotOf } from '../testing.ts'

const { telemetry, multiImsi, pollerA, pollerB } = fixedAids

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

test('a dry run lists the change of each SIM and the reason for each excluded SIM, and the campaign does the same', async () => {
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

test('simultaneous campaigns over the same SIMs never give a SIM two OTAs of one kind', async () => {
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

test('a SIM that the dry run left out stays out even if it becomes eligible before the start; without a dry run it takes part', async () => {
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
