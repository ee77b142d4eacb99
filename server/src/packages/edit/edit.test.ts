import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims, failureOf, other, snapshotOf } from '../../campaigns/testing.ts'
import { holdCommits, waiting } from '../../platform/db/testing.ts'
import { codeOf, failure } from '../../testing/people.ts'
import { startTestServer, type TestCall } from '../../testing/server.ts'

const { telemetry, pollerA } = fixedAids
const customAid = { packageAid: 'A0000000620101AA', moduleAid: 'A0000000620101AA01' }

const get = (call: TestCall, key: object) => call(endpoints.getPackage, { params: key as never })
const labels = async (call: TestCall) => (await call(endpoints.listPackages, { query: {} })).data.map(({ label }) => label)
const install = async (call: TestCall, simIds: number[], key: { packageAID: string; otaVersion: string; label: string }) =>
  call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, simIds), targets: [other({ package: key })] } })

test('an update changes label, notes and default parameters of a package, and never its file', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, customAid)
  await addPackage(call, telemetry)
  const before = await get(call, key)
  expect(before).toMatchObject({ notes: '', installParameters: null, createdBy: 'ADMIN' })
  const files = () => server.db.selectFrom('packages').select(['cap_file', 'load_file']).orderBy('id').execute()
  const stored = await files()
  const update = (body: object, of = key) => call(endpoints.updatePackage, { params: of, body })

  expect(await update({ notes: ' 11月の配信用 ', installParameters: 'c0ffee' })).toEqual({
    ...before,
    notes: '11月の配信用',
    installParameters: 'C0FFEE',
    updatedAt: expect.any(String),
  })
  const renamed = await update({ label: 'Build 7' })
  expect(renamed).toMatchObject({ id: before.id, label: 'Build 7', notes: '11月の配信用', installParameters: 'C0FFEE' })
  const moved = { ...key, label: 'Build 7' }
  expect(await get(call, moved)).toEqual(renamed)
  expect(await codeOf(get(call, key))).toBe('packageNotFound')
  expect(await update({ notes: '', installParameters: null }, moved)).toMatchObject({ notes: '', installParameters: null })
  const card = await update({ cardParameters: 'ef04c8020400' }, moved)
  expect(card).toMatchObject({ installParameters: null, cardParameters: 'EF04C8020400' })
  expect(await update({ installParameters: '01' }, moved)).toMatchObject({ installParameters: '01', cardParameters: 'EF04C8020400' })
  expect(await update({ cardParameters: null }, moved)).toMatchObject({ installParameters: '01', cardParameters: null })
  expect(await files()).toEqual(stored)
})

test('a wrong update is refused with the catalogue’s message and changes nothing', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, telemetry)
  const library = await addPackage(call, { ...customAid, moduleAid: null })
  const second = await call(endpoints.duplicatePackage, { body: { ...key, newLabel: 'second' } })
  const update = (body: object, of = key) => failure(call(endpoints.updatePackage, { params: of, body }))
  const rows = () => server.db.selectFrom('packages').selectAll().orderBy('id').execute()
  const before = await rows()
  expect(await update({})).toMatchObject({ status: 400, code: 'emptyParameters', message: 'Empty parameters' })
  expect(await update({ label: 'second' })).toMatchObject({ status: 409, code: 'packageExists' })
  for (const label of ['   ', 'ab', 'x'.repeat(63), 'no/slash', 'テレメトリ'])
    expect(await update({ label })).toMatchObject({ code: 'invalidInput', fields: [{ path: 'label' }] })
  for (const installParameters of ['C0F', 'xyz', '00'.repeat(201), '010203'])
    expect(await update({ installParameters })).toMatchObject({ code: 'invalidInput', fields: [{ path: 'installParameters' }] })
  // Data of the applet, a cut object, an access without octets: none of them is EF or EA without a mistake.
  for (const cardParameters of ['C90101', 'EF04C802', 'EA028200'])
    expect(await update({ cardParameters })).toMatchObject({ code: 'invalidInput', fields: [{ path: 'cardParameters' }] })
  for (const parameters of [{ installParameters: '01' }, { cardParameters: 'EF04C8020400' }])
    expect(await update(parameters, library.key)).toMatchObject({
      fields: [{ path: Object.keys(parameters)[0], message: 'A library holds no applet and takes no install parameters' }],
    })
  expect(await update({ notes: 'x'.repeat(2001) })).toMatchObject({ fields: [{ path: 'notes' }] })
  expect(await update({ loadLength: 1 })).toMatchObject({ code: 'invalidInput' })
  expect((await update({ notes: 'x' }, { ...key, label: 'none' })).code).toBe('packageNotFound')
  expect(await rows()).toEqual(before)
  expect(second.label).toBe('second')
})

test('default parameters that are too long together are refused, also when they come one after the other', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, customAid)
  const update = (body: object) => failure(call(endpoints.updatePackage, { params: key, body }))
  const [applet, card] = ['AA'.repeat(150), `EA6681640061${'A0'.repeat(97)}00`]
  await call(endpoints.updatePackage, { params: key, body: { cardParameters: card } })
  expect(await update({ installParameters: applet })).toMatchObject({ code: 'invalidInput', fields: [{ path: 'installParameters' }] })
  await call(endpoints.updatePackage, { params: key, body: { installParameters: applet, cardParameters: null } })
  expect(await update({ cardParameters: card })).toMatchObject({ code: 'invalidInput', fields: [{ path: 'cardParameters' }] })
})

test('a duplicate has the file, the notes and the parameters of its original under another label', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, customAid)
  const original = await call(endpoints.updatePackage, {
    params: key,
    body: { notes: 'as tested', installParameters: '01', cardParameters: 'EF04C8020400' },
  })
  const copy = (body: object = {}) => call(endpoints.duplicatePackage, { body: { ...key, ...body } })
  const made = await copy()
  expect(made).toEqual({
    ...original,
    id: expect.any(Number),
    label: `${key.label} copy`,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await copy()).label).toBe(`${key.label} copy 2`)
  expect((await copy({ newLabel: 'pilot' })).label).toBe('pilot')
  expect(await codeOf(copy({ newLabel: 'pilot' }))).toBe('packageExists')
  expect(await codeOf(copy({ label: 'none' }))).toBe('packageNotFound')
  const long = await copy({ newLabel: 'x'.repeat(62) })
  expect((await copy({ label: long.label })).label).toBe(`${'x'.repeat(57)} copy`)
  await call(endpoints.deletePackage, { params: key })
  expect((await install(call, await addSims(server, [{}]), { ...key, label: 'pilot' })).total).toBe(1)
})

test('a package that a SIM holds or awaits, or that an open campaign uses, is not deleted, and the answer names the uses', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const held = await addPackage(call, telemetry, 1)
  const wanted = await addPackage(call, telemetry, 2)
  const ids = await addSims(server, [{}, {}, { other_package_id: held.id, other_instance_aid: telemetry.moduleAid }])
  const remove = (key: object) => failure(call(endpoints.deletePackage, { params: key as never }))
  expect(await remove(held.key)).toMatchObject({
    status: 409,
    code: 'packageInUse',
    message: 'The package is in use and cannot be deleted',
    detail: 'SIMs that hold it: 1',
    uses: { simsHolding: 1, simsAwaiting: 0, campaigns: [], moreCampaigns: 0 },
  })

  const campaign = await call(endpoints.putBulkOta, {
    body: { snapshotId: await snapshotOf(call, ids), targets: [other({ package: wanted.key })], removalConsent: true },
  })
  const uses = { simsHolding: 0, simsAwaiting: 3, campaigns: [{ id: campaign.id, name: campaign.name }], moreCampaigns: 0 }
  expect(await remove(wanted.key)).toMatchObject({ code: 'packageInUse', uses })
  expect(await call(endpoints.getPackageUses, { params: wanted.key })).toEqual(uses)
  expect(await remove(held.key)).toMatchObject({ uses: { ...uses, simsHolding: 1, simsAwaiting: 1 } })
  const inJapanese = await server.signIn('ADMIN', 'ja')
  expect(await failure(inJapanese(endpoints.deletePackage, { params: wanted.key }))).toMatchObject({
    message: '使用中のパッケージは削除できません',
    detail: '待機中のSIM：3台、終わっていない配信：1件',
  })

  await call(endpoints.changeCampaign, { params: { id: campaign.id }, body: { action: 'pause' } })
  expect((await remove(wanted.key)).code).toBe('packageInUse')
  await call(endpoints.cancelOta, { params: { id: campaign.id }, body: {} })
  expect(await call(endpoints.getPackageUses, { params: wanted.key })).toEqual({ ...uses, simsAwaiting: 0, campaigns: [] })
  expect(await remove(wanted.key)).toEqual({ status: 200 })
  expect(await codeOf(get(call, wanted.key))).toBe('packageNotFound')
  expect(await codeOf(install(call, ids.slice(0, 1), wanted.key))).toBe('packageNotFound')
  expect((await remove(wanted.key)).code).toBe('packageNotFound')
  expect(await labels(call)).toHaveLength(1)
  // The campaign of the past still names it, and its key is free.
  expect(await call(endpoints.getCampaign, { params: { id: campaign.id } })).toMatchObject({ package: { otaVersion: '1.2' } })
  const logs = await call(endpoints.listOtaLogs, { query: { campaignId: campaign.id } })
  expect(logs.data[0]?.package?.name).toBe('Telemetry')
  const files = await server.db.selectFrom('packages').select(['cap_file', 'load_file']).where('id', '=', wanted.id).executeTakeFirst()
  expect(files).toEqual({ cap_file: null, load_file: null })
  expect((await addPackage(call, telemetry, 2)).id).not.toBe(wanted.id)
})

test('a library that an OTA loaded and the running poller are held, and a copy can replace the package of a poller', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const library = await addPackage(call, { ...customAid, moduleAid: null })
  const poller = await addPackage(call, pollerA)
  const [sim = 0] = await addSims(server, [{ poller_version: '1.0', poller_instance_aid: pollerA.moduleAid }])
  await install(call, [sim], library.key)
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).execute()
  await server.db.updateTable('campaigns').set({ state: 'completed', finished_at: new Date() }).execute()
  for (const { key } of [library, poller])
    expect(await failure(call(endpoints.deletePackage, { params: key }))).toMatchObject({ code: 'packageInUse', uses: { simsHolding: 1 } })
  // A copy of the poller stays, so one of the two is not needed.
  const twin = await call(endpoints.duplicatePackage, { body: poller.key })
  await call(endpoints.deletePackage, { params: poller.key })
  const { packageAID, otaVersion, label } = twin
  expect(await codeOf(call(endpoints.deletePackage, { params: { packageAID, otaVersion, label } }))).toBe('packageInUse')
})

test('a deletion waits for a campaign of the package that is starting, and is then refused', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, telemetry)
  const ids = await addSims(server, [{}])
  const commit = await holdCommits(server)
  const started = install(call, ids, key)
  await waiting(server, 1)
  const deleted = failure(call(endpoints.deletePackage, { params: key }))
  await waiting(server, 2)
  await commit()
  expect((await started).total).toBe(1)
  expect(await deleted).toMatchObject({ code: 'packageInUse', uses: { simsAwaiting: 1 } })
})

test('a campaign of a package that is being deleted waits for the deletion, and does not start', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, telemetry)
  const ids = await addSims(server, [{}])
  const snapshotId = await snapshotOf(call, ids)
  const commit = await holdCommits(server)
  const deleted = call(endpoints.deletePackage, { params: key })
  await waiting(server, 1)
  const started = failureOf(call(endpoints.putBulkOta, { body: { snapshotId, targets: [other({ package: key })] } }))
  await waiting(server, 2)
  await commit()
  await deleted
  expect((await started).code).toBe('packageNotFound')
  expect(await server.db.selectFrom('ota_jobs').select('id').execute()).toEqual([])
})

test('only roles with the permission change packages, and each change has its row in the action log', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const member = await server.signIn('MEMBER')
  const { key } = await addPackage(call, customAid)
  expect(await codeOf(member(endpoints.updatePackage, { params: key, body: { notes: 'x' } }))).toBe('noPermission')
  expect(await codeOf(member(endpoints.duplicatePackage, { body: key }))).toBe('noPermission')
  expect(await codeOf(member(endpoints.deletePackage, { params: key }))).toBe('noPermission')
  expect(await member(endpoints.getPackageUses, { params: key })).toMatchObject({ simsHolding: 0 })
  await call(endpoints.updatePackage, { params: key, body: { notes: 'x' } })
  await call(endpoints.duplicatePackage, { body: key })
  await call(endpoints.deletePackage, { params: key })
  const rows = await server.db
    .selectFrom('action_logs')
    .select(['action', 'url'])
    .where('status', '=', 200)
    .where('request_by', '=', call.email)
    .orderBy('id')
    .execute()
  const place = `${key.packageAID}/${key.otaVersion}/${key.label}`
  expect(rows.slice(-3).map(({ action, url }) => [action, url])).toEqual([
    ['otaUpdate', `/ota-api/packages/update/${place}`],
    ['otaAdd', '/ota-api/packages/duplicate'],
    ['otaDelete', `/ota-api/packages/delete/${place}`],
  ])
})
