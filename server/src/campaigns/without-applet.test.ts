import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'

const { telemetry, iotSafe } = fixedAids

async function upload(call: TestCall, { packageAid, moduleAid }: { packageAid: string; moduleAid: string }) {
  const recipe = { packageAid: fromHex(packageAid), packageVersion: { major: 1, minor: 0 }, applets: [fromHex(moduleAid)] }
  const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
  const { id, packageAID, otaVersion, label } = await call(endpoints.uploadPackage, { body: {}, file })
  return { id, key: { packageAID, otaVersion, label } }
}

test('SIMs that lost their applet and did not get the new one are listed by the package that they held, and can get it back', async () => {
  await using server = await startTestServer()
  const { db } = server
  const call = await server.signIn('ADMIN')
  const old = await upload(call, iotSafe)
  const wanted = await upload(call, telemetry)
  const ids = await addSims(
    db,
    Array.from({ length: 4 }, () => ({ has_keys: true })),
  )
  const [lost = 0, , preinstalled = 0, restored = 0] = ids
  const start = async (simIds: number[], target: Partial<OtaTargetInput>) => {
    const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds } })
    const targets = [{ appletType: 1 as const, active: true, ...target }]
    return (await call(endpoints.putBulkOta, { body: { snapshotId, targets, removalConsent: true } })).id
  }
  const end = (campaign: number, kind: 'install' | 'remove', status: 'Succeeded' | 'Failed', simIds = ids) =>
    db
      .updateTable('ota_jobs')
      .set({ status })
      .where('campaign_id', '=', campaign)
      .where('kind', '=', kind)
      .where('sim_id', 'in', simIds)
      .execute()
  const hold = (package_id: number | null) =>
    db
      .updateTable('sims')
      .set({ other_package_id: package_id, other_instance_aid: package_id === null ? null : 'F0AABBCCDD99' })
      .execute()

  const card = { cardParameters: 'EF04C7020200' }
  const first = await start([ids[0]!, ids[1]!, restored], {
    package: old.key,
    instanceAID: 'F0AABBCCDD99',
    installParameters: 'C0FFEE',
    ...card,
  })
  await end(first, 'install', 'Succeeded')
  await hold(old.id)
  const second = await start(ids, { package: wanted.key })
  expect(await call(endpoints.getWithoutApplet, { params: { id: second }, query: {} })).toEqual([])
  await end(second, 'remove', 'Succeeded')
  await hold(null)
  await end(second, 'install', 'Failed', [lost, preinstalled, restored])
  const key = { ...old.key, name: 'IoT SAFE' }
  const install = { moduleAID: iotSafe.moduleAid, instanceAID: 'F0AABBCCDD99', installParameters: 'C0FFEE', ...card }
  const groups = await call(endpoints.getWithoutApplet, { params: { id: second }, query: {} })
  expect(groups).toMatchObject([
    { count: 2, package: key, install },
    { count: 1, package: key, install: null },
  ])

  const ofSim = (simId: number) => call(endpoints.getWithoutApplet, { params: { id: second }, query: { simId } })
  expect([await ofSim(lost), await ofSim(preinstalled), await ofSim(ids[1]!)]).toEqual([[groups[0]], [groups[1]], []])

  const group = groups[0]!.group
  const freeze = (more: object) => call(endpoints.createSnapshot, { body: { withoutApplet: { campaignId: second, group }, ...more } })
  await expect(freeze({ filter: {} })).rejects.toMatchObject({ body: { code: 'invalidInput' } })
  const snapshot = await freeze({})
  expect(snapshot.total).toBe(2)
  const targets = [{ appletType: 1 as const, active: true, package: old.key, ...install }]
  expect(await call(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets, confirmedCount: 2 } })).toMatchObject({ total: 2 })
  expect(await call(endpoints.getWithoutApplet, { params: { id: second }, query: {} })).toMatchObject([{ count: 1, install: null }])
  await expect(freeze({})).rejects.toMatchObject({ body: { code: 'noTargetSims' } })
  await expect(call(endpoints.getWithoutApplet, { params: { id: second + 99 }, query: {} })).rejects.toMatchObject({
    body: { code: 'campaignNotFound' },
  })
})
