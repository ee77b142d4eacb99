import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../../testing/cap-file.ts'
import { startTestServer, type TestCall } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'

const { telemetry, multiImsi } = fixedAids

async function upload(call: TestCall, { packageAid, moduleAid }: { packageAid: string; moduleAid: string }) {
  const recipe = { packageAid: fromHex(packageAid), packageVersion: { major: 1, minor: 0 }, applets: [fromHex(moduleAid)] }
  const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
  const { id, packageAID, otaVersion, label } = await call(endpoints.uploadPackage, { body: {}, file })
  return { id, key: { packageAID, otaVersion, label } }
}

const snapshotOf = async (call: TestCall, simIds: number[]) => (await call(endpoints.createSnapshot, { body: { simIds } })).id

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { body?: { code: string } }) => error.body?.code,
  )

test('a campaign of more than a hundred SIMs starts only with the number of the dry run, even if SIMs change meanwhile', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await upload(call, telemetry)
  const ids = await addSims(
    server.db,
    Array.from({ length: 102 }, (_, n) => ({ iccid: `89811000000000${String(n).padStart(5, '0')}`, has_keys: n > 0 })),
  )
  const targets = [{ appletType: 1 as const, package: key, active: true }]
  const snapshotId = await snapshotOf(call, ids)
  const start = (confirmedCount?: number) => call(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount } })
  expect((await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })).eligible).toBe(101)
  expect(await refusal(start())).toBe('startCountRequired')
  expect(await refusal(start(102))).toBe('startCountDiffers')
  await server.db
    .updateTable('sims')
    .set({ has_keys: false })
    .where('id', '=', ids[1] ?? 0)
    .execute()
  expect(await refusal(start(100))).toBe('startCountDiffers')
  expect(await server.db.selectFrom('ota_jobs').select('id').execute()).toEqual([])
  expect(await start(101)).toMatchObject({ total: 100, excluded: 2 })

  const few = await snapshotOf(call, ids.slice(0, 1))
  await server.db.updateTable('sims').set({ has_keys: true }).execute()
  expect(await refusal(call(endpoints.putBulkOta, { body: { snapshotId: few, targets, confirmedCount: 2 } }))).toBe('startCountDiffers')
  expect(await call(endpoints.putBulkOta, { body: { snapshotId: few, targets } })).toMatchObject({ total: 1 })
})

test('the dry run lists the applets that SIMs lose first, and the start requires consent to that', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const held = await upload(call, multiImsi)
  const { key } = await upload(call, telemetry)
  const named = { other_applet_name: 'MultiIMSI', other_applet_version: '1.0' }
  const holding = { has_keys: true, other_package_id: held.id, other_instance_aid: multiImsi.moduleAid, ...named }
  const ids = await addSims(server.db, [{ has_keys: true }, holding, holding])
  const plan = { snapshotId: await snapshotOf(call, ids), targets: [{ appletType: 1 as const, package: key, active: true }] }
  expect((await call(endpoints.dryRunBulkOta, { body: plan })).losses).toEqual([
    { name: 'MultiIMSI', version: '1.0', packageAID: multiImsi.packageAid, label: held.key.label, count: 2 },
  ])
  expect(await refusal(call(endpoints.putBulkOta, { body: plan }))).toBe('removalConsentRequired')
  expect(await server.db.selectFrom('campaigns').select('id').execute()).toEqual([])
  expect(await call(endpoints.putBulkOta, { body: { ...plan, removalConsent: true } })).toMatchObject({ total: 3 })
})

test.each(['with no body', 'with an empty JSON body'])('a campaign is cancelled %s', async (how) => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await upload(call, telemetry)
  const ids = await addSims(server.db, [{ has_keys: true }, { has_keys: true }])
  const targets = [{ appletType: 1 as const, package: key, active: true }]
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, ids), targets } })
  const headers = { authorization: `Bearer ${call.accessToken}`, ...(how === 'with no body' ? {} : { 'content-type': 'application/json' }) }
  const answer = await fetch(`${server.url}/ota-api/admin/cancelOTA/${id}`, { method: 'PUT', headers })
  expect([answer.status, await answer.json()]).toEqual([200, { data: { cancelled: 2, continues: false } }])
})

const payment = { packageAid: 'F0AABBCCDDEE01', moduleAid: 'F0AABBCCDDEE0101' }

test('no SIM loses a package that the dry run did not list, even one installed meanwhile; the next dry run lists it', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const held = await upload(call, multiImsi)
  const other = await upload(call, payment)
  const { key } = await upload(call, telemetry)
  const holding = (id: number, name: string) => ({ other_package_id: id, other_applet_name: name, other_applet_version: '1.0' })
  const ids = await addSims(server.db, [{ has_keys: true, ...holding(held.id, 'MultiIMSI') }, { has_keys: true }, { has_keys: true }])
  for (const targets of [
    [{ appletType: 1 as const, package: key, active: true }],
    [{ appletType: 1 as const, package: held.key, active: false }],
  ]) {
    await server.db
      .updateTable('sims')
      .set(holding(held.id, 'MultiIMSI'))
      .where('id', '=', ids[0] ?? 0)
      .execute()
    const snapshotId = await snapshotOf(call, ids)
    const dryRun = async () => (await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets } })).eligible
    const start = async () => {
      const confirmedCount = await dryRun()
      await server.db.updateTable('sims').set(holding(other.id, 'Payment')).execute()
      return refusal(call(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount, removalConsent: true } }))
    }
    expect(await start()).toBe('removalsDiffer')
    expect(await server.db.selectFrom('ota_jobs').select('id').execute()).toEqual([])
    expect(await start()).toBeNull()
    await server.db.deleteFrom('ota_jobs').execute()
    await server.db.updateTable('sims').set({ other_package_id: null, other_applet_name: null, other_applet_version: null }).execute()
  }
})

test('the confirmed number must be that of the last dry run of the snapshot, for the same targets', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const colleague = await server.signIn('ADMIN')
  const targetsOf = ({ key }: Awaited<ReturnType<typeof upload>>) => [{ appletType: 1 as const, package: key, active: true }]
  const mine = targetsOf(await upload(call, telemetry))
  const others = targetsOf(await upload(call, payment))
  const ids = await addSims(server.db, [{ has_keys: true }, { has_keys: false }])
  const snapshotId = await snapshotOf(call, ids)
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: mine } })
  await colleague(endpoints.dryRunBulkOta, { body: { snapshotId, targets: others } })
  await server.db
    .updateTable('sims')
    .set((eb) => ({ has_keys: eb.not('has_keys') }))
    .execute()
  const start = () => refusal(call(endpoints.putBulkOta, { body: { snapshotId, targets: mine, confirmedCount: 1 } }))
  expect(await start()).toBe('startCountDiffers')
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: mine } })
  expect(await start()).toBeNull()
})
