import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../campaigns/testing.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { refreshDifferences } from '../packages/content/refresh.ts'
import { until } from '../testing/until.ts'
import { applet, fleet, loadFile, nothing, read, whole } from './drift.fixture.ts'

const { iotSafe, telemetry } = fixedAids

test('a SIM has the first of its differences as the leading one, and the figures count each SIM once', async () => {
  await using f = await fleet(8)
  const [same, missing, withoutApplet, version, locked, extra, several] = f.ids as [number, number, number, number, number, number, number]
  const unknown = loadFile('F0AABBCCDD77', '3.1')
  const platform = loadFile('A0000000620101', '1.8')
  await read(f.server, same, { ...whole(telemetry, '1.2'), loadFiles: [...whole(telemetry, '1.2').loadFiles, platform] })
  await read(f.server, missing, nothing)
  await read(f.server, withoutApplet, { ...whole(telemetry, '1.2'), applications: [] })
  await read(f.server, version, whole(telemetry, '1.1'))
  await read(f.server, locked, { ...whole(telemetry, '1.2'), applications: [applet(telemetry.moduleAid, telemetry.packageAid, '87')] })
  const more = { loadFiles: [unknown], applications: [applet('F0AABBCCDD7701', unknown.aid)] }
  await read(f.server, extra, {
    loadFiles: [...whole(telemetry, '1.2').loadFiles, unknown],
    applications: [...whole(telemetry).applications, ...more.applications],
  })
  await read(f.server, several, more)
  expect(Object.fromEntries(await f.kindsOf())).toEqual({
    1: 'missing',
    2: 'missing',
    3: 'otherVersion',
    4: 'otherState',
    5: 'extra',
    6: 'missing',
  })
  const figures = await f.call(endpoints.getDriftFigures, {})
  expect(figures).toMatchObject({ sims: 8, same: 1, unread: 1, kinds: { missing: 3, otherVersion: 1, otherState: 1, extra: 1 } })
  expect(figures.lastReadAt).not.toBeNull()

  const key = { ...f.held.key, name: 'Telemetry' }
  expect(await f.ofSim(several)).toMatchObject({
    differences: [
      { kind: 'missing', aid: telemetry.packageAid, package: key, version: null, withoutApplet: false },
      { kind: 'extra', aid: unknown.aid, package: null, version: '3.1' },
    ],
    remedy: { package: key, library: false, install: null },
    neededMemory: expect.any(Number),
  })
  expect((await f.ofSim(withoutApplet))?.differences).toMatchObject([{ kind: 'missing', withoutApplet: true }])
  expect((await f.ofSim(version))?.differences).toMatchObject([{ kind: 'otherVersion', package: key, version: '1.1' }])
  expect((await f.ofSim(locked))?.differences).toMatchObject([{ kind: 'otherState', state: '87', package: key }])
  expect((await f.ofSim(same))?.differences).toEqual([])
  expect(await f.ofSim(f.ids[7]!)).toBeNull()
  expect((await failureOf(f.ofSim(f.ids[7]! + 99))).code).toBe('simNotFound')
})

test('the list is searched, filtered and sorted by the time of the answer', async () => {
  await using f = await fleet(3)
  for (const [at, id] of f.ids.entries())
    await read(f.server, id, at === 1 ? whole(telemetry, '1.1') : nothing, new Date(Date.UTC(2026, 0, 1 + at)))
  const found = async (query: object) => (await f.list(query)).data.map(({ id }) => f.ids.indexOf(id))
  expect(await found({})).toEqual([2, 1, 0])
  expect(await found({ sort: 'readAt:ASC' })).toEqual([0, 1, 2])
  expect(await found({ kind: 'otherVersion' })).toEqual([1])
  const { iccid } = (await f.list()).data[0]!
  expect(await found({ search: iccid.slice(-6) })).toEqual([2])
  expect(await found({ search: 'telemetry' })).toEqual([2, 1, 0])
  expect(await f.list({ take: 1, pageIndex: 1, search: '898' })).toMatchObject({ totalItems: 3, totalPages: 3, data: [{ id: f.ids[1] }] })
  expect(await found({ search: 'no such SIM' })).toEqual([])
})

test('SIMs with the same remedy are one group, whose campaign installs the recorded version again', async () => {
  await using f = await fleet(4)
  const [first = 0, second = 0, third = 0, same = 0] = f.ids
  for (const id of [first, second]) await read(f.server, id, nothing)
  await read(f.server, third, whole(telemetry, '1.1'))
  await read(f.server, same, whole(telemetry, '1.2'))
  const [remedy, ...others] = await f.call(endpoints.getDriftRemedies, { query: {} })
  expect([remedy?.count, others]).toEqual([3, []])
  expect(await f.call(endpoints.getDriftRemedies, { query: { kind: 'missing' } })).toMatchObject([{ count: 2, group: remedy?.group }])
  const freeze = (drift: object) => f.call(endpoints.createSnapshot, { body: { drift } })
  expect((await freeze({})).total).toBe(3)
  expect((await freeze({ kind: 'otherVersion' })).total).toBe(1)
  expect((await failureOf(freeze({ kind: 'extra' }))).code).toBe('noTargetSims')
  const both = { drift: {}, simIds: [first] }
  expect((await failureOf(f.call(endpoints.createSnapshot, { body: both }))).fields).toMatchObject([{ path: 'drift' }])

  const { name: _, ...key } = remedy!.package
  const targets = [other({ package: key })]
  const dryRun = async (simIds: number[]) =>
    f.call(endpoints.dryRunBulkOta, { body: { snapshotId: await snapshotOf(f.call, simIds), targets } })
  expect((await dryRun(f.ids)).excluded.map(({ reason, count }) => [reason, count])).toEqual([['sameVersion', 1]])
  const { id: snapshotId } = await freeze({ remedy: remedy!.group })
  const campaign = await f.call(endpoints.putBulkOta, { body: { snapshotId, targets, removalConsent: true } })
  expect(campaign).toMatchObject({ total: 3, excluded: 0, action: 'install' })
})

test('a package that a campaign removed before its install failed is missing, with the campaign as the cause', async () => {
  await using f = await fleet(0)
  const old = await addPackage(f.call, iotSafe)
  const wanted = await addPackage(f.call, telemetry, 3)
  const [id = 0] = await addSims(f.server, [{}])
  const { db } = f.server
  const run = async (target: object, statuses: { remove?: 'Succeeded'; install: 'Succeeded' | 'Failed' }) => {
    const campaign = await f.call(endpoints.putBulkOta, {
      body: { snapshotId: await snapshotOf(f.call, [id]), targets: [other(target)], removalConsent: true },
    })
    const finished_at = new Date()
    for (const [kind, status] of Object.entries(statuses))
      await db
        .updateTable('ota_jobs')
        .set({ status, finished_at, sw: status === 'Failed' ? '6A84' : null })
        .where('campaign_id', '=', campaign.id)
        .where('kind', '=', kind as 'install')
        .execute()
    await db.updateTable('campaigns').set({ state: 'completed', finished_at }).where('id', '=', campaign.id).execute()
    return campaign.id
  }
  const hold = (package_id: number | null) =>
    db
      .updateTable('sims')
      .set({ other_package_id: package_id, other_instance_aid: package_id === null ? null : iotSafe.moduleAid })
      .where('id', '=', id)
      .execute()
  const first = await run({ package: old.key, installParameters: 'C0FFEE' }, { install: 'Succeeded' })
  await hold(old.id)
  await read(f.server, id, whole(iotSafe))
  expect((await f.list()).data).toEqual([])
  const second = await run({ package: wanted.key }, { remove: 'Succeeded', install: 'Failed' })
  await hold(null)
  // The list of the card is older than the removal, which is known without another one.
  await db.transaction().execute((trx) => refreshDifferences(trx, id))
  expect((await f.list()).data).toMatchObject([{ id, kind: 'missing', campaignId: second, package: old.key }])
  expect(await f.ofSim(id)).toMatchObject({
    installed: { campaignId: first },
    cause: { campaignId: second, sw: '6A84' },
    remedy: { package: old.key, install: { moduleAID: iotSafe.moduleAid, installParameters: 'C0FFEE' } },
  })
  await run({ package: old.key }, { install: 'Succeeded' })
  await hold(old.id)
  await db.transaction().execute((trx) => refreshDifferences(trx, id))
  expect((await f.list()).data).toEqual([])
})

test('a SIM whose repair failed stays in the list', async () => {
  await using f = await fleet(1)
  const [id = 0] = f.ids
  const { db } = f.server
  await read(f.server, id, nothing)
  const targets = [other({ package: f.held.key })]
  const campaign = await f.call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(f.call, [id]), targets, removalConsent: true },
  })
  const ended = { remove: 'NotFound', install: 'Failed' } as const
  for (const kind of ['remove', 'install'] as const)
    await db
      .updateTable('ota_jobs')
      .set({ status: ended[kind], finished_at: new Date() })
      .where('campaign_id', '=', campaign.id)
      .where('kind', '=', kind)
      .execute()
  await db.updateTable('sims').set({ other_package_id: null, other_instance_aid: null }).where('id', '=', id).execute()
  await db.transaction().execute((trx) => refreshDifferences(trx, id))
  expect((await f.list()).data).toMatchObject([{ kind: 'missing', campaignId: campaign.id, package: f.held.key }])
  expect((await f.call(endpoints.getDriftRemedies, { query: {} })).length).toBe(1)
})

test('the package of an applet that only its instance records is not extra', async () => {
  await using f = await fleet(1)
  const [id = 0] = f.ids
  await f.server.db.updateTable('sims').set({ other_package_id: null, other_instance_aid: 'F0AABBCCDD7701' }).where('id', '=', id).execute()
  const file = loadFile('F0AABBCCDD77', '3.1', ['F0AABBCCDD7701'])
  await read(f.server, id, { loadFiles: [file], applications: [applet('F0AABBCCDD7701', null)] })
  expect((await f.ofSim(id))?.differences).toEqual([])
})

test('accepted content is as it should be until the card differs in another way', async () => {
  await using f = await fleet(3)
  const [lost = 0, extra = 0, busy = 0] = f.ids
  await read(f.server, lost, nothing)
  const unknown = {
    loadFiles: [...whole(telemetry, '1.2').loadFiles, loadFile('F0AABBCCDD77', '3.1')],
    applications: whole(telemetry).applications,
  }
  await read(f.server, extra, unknown)
  await read(f.server, busy, nothing)
  const targets = [other({ package: f.held.key })]
  await f.call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(f.call, [busy]), targets, removalConsent: true } })
  const accept = (call = f.call) => call(endpoints.acceptSimContent, { body: { simIds: [...f.ids, 999_999] } })
  expect((await failureOf(accept(await f.server.signIn('MEMBER')))).code).toBe('noPermission')
  expect((await f.kindsOf()).size).toBe(3)
  const figures = async () => (await f.call(endpoints.getDriftFigures, {})).kinds
  expect(await figures()).toMatchObject({ missing: 2, extra: 1 })
  expect(await accept()).toEqual({ accepted: [lost, extra], busy: [busy] })
  await until(async () => (await figures()).extra === 0)
  expect([...(await f.kindsOf())]).toEqual([[2, 'missing']])
  expect(await f.call(endpoints.getSim, { params: { id: lost } })).toMatchObject({ other_applet_name: null })
  expect(await f.ofSim(extra)).toMatchObject({ differences: [], accepted: 1 })
  await read(f.server, extra, unknown)
  expect((await f.ofSim(extra))?.differences).toEqual([])
  const newer = { ...unknown, loadFiles: [...whole(telemetry, '1.2').loadFiles, loadFile('F0AABBCCDD77', '3.2')] }
  await read(f.server, extra, newer)
  expect((await f.ofSim(extra))?.differences).toMatchObject([{ kind: 'extra', version: '3.2' }])
  await read(f.server, extra, unknown)
  expect((await f.ofSim(extra))?.differences).toMatchObject([{ kind: 'extra', version: '3.1' }])
  const [logged] = (await f.call(endpoints.listSystemLogs, { query: { take: 1 } })).data
  expect(logged).toMatchObject({ action: 'otaUpdate', subjects: [lost, extra].map((id) => `sim:${id}`) })
})

test('an accepted applet that is registered here becomes the applet of the SIM', async () => {
  await using f = await fleet(1)
  const [id = 0] = f.ids
  const another = await addPackage(f.call, iotSafe)
  await read(f.server, id, whole(iotSafe))
  expect((await f.ofSim(id))?.differences).toMatchObject([{ kind: 'missing' }, { kind: 'extra', package: another.key }])
  await f.call(endpoints.acceptSimContent, { body: { simIds: [id] } })
  expect((await f.ofSim(id))?.differences).toEqual([])
  const sim = await f.server.db.selectFrom('sims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(sim).toMatchObject({ other_package_id: another.id, other_instance_aid: iotSafe.moduleAid, other_applet_name: 'IoT SAFE' })
})

test('the lists that an earlier version stored are compared in the background', async () => {
  await using f = await fleet(150)
  const { db } = f.server
  const rows = f.ids.map((sim_id) => ({ sim_id, load_files: '[]', applications: '[]' }))
  await db.insertInto('sim_inventories').values(rows).execute()
  expect((await f.list()).totalItems).toBe(0)
  await enqueue(db, 'inventories', 1)
  await until(async () => (await f.list()).totalItems === 150)
})
