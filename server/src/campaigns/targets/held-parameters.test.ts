import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { startTestServer } from '../../testing/server.ts'
import { codeOf } from '../../testing/people.ts'
import { addPackage, addSims, other, snapshotOf } from '../testing.ts'

const { iotSafe, telemetry } = fixedAids

test('parameters are compared with those that the SIMs of a snapshot have, by their last OTA of the package AID', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, iotSafe)
  const another = await addPackage(call, telemetry)
  const ids = await addSims(
    server,
    Array.from({ length: 12 }, () => ({})),
  )
  const run = async (simIds: number[], target: object, status: 'Succeeded' | 'Failed') => {
    const snapshotId = await snapshotOf(call, simIds)
    const { id } = await call(endpoints.putBulkOta, { body: { snapshotId, targets: [other(target)], removalConsent: true } })
    await server.db.updateTable('ota_jobs').set({ status }).where('campaign_id', '=', id).execute()
    await server.db.updateTable('campaigns').set({ state: 'completed', finished_at: new Date() }).where('id', '=', id).execute()
  }
  await run(ids.slice(0, 6), { package: key, installParameters: 'c0ffee', cardParameters: 'EF04C8020400' }, 'Succeeded')
  await run(ids.slice(6, 9), { package: key, installParameters: 'BEEF' }, 'Succeeded')
  // A failure changes nothing, another package does not count, and a removal ends what was known.
  await run(ids.slice(0, 1), { package: key, installParameters: 'DEAD' }, 'Failed')
  await run(ids.slice(9, 10), { package: another.key }, 'Succeeded')
  const held = { other_instance_aid: iotSafe.moduleAid, other_package_id: (await call(endpoints.getPackage, { params: key })).id }
  await server.db.updateTable('sims').set(held).where('id', '=', ids[5]!).execute()
  await run(ids.slice(5, 6), { active: false }, 'Succeeded')
  // The last install of a SIM counts.
  await run(ids.slice(4, 5), { package: key, installParameters: 'F00D' }, 'Succeeded')

  const compare = async (parameters: object, snapshot?: number) => {
    const snapshotId = snapshot ?? (await snapshotOf(call, ids))
    return call(endpoints.compareHeldParameters, { body: { snapshotId, packageAID: key.packageAID, ...parameters } })
  }
  const coffee = { installParameters: 'C0FFEE', cardParameters: 'EF04C8020400', count: 4 }
  const [beef, food] = [
    { installParameters: 'BEEF', cardParameters: '', count: 3 },
    { installParameters: 'F00D', cardParameters: '', count: 1 },
  ]
  expect(await compare({ installParameters: 'C0FFEE', cardParameters: 'ef04c8020400' })).toEqual({
    total: 12,
    unknown: 4,
    same: 4,
    different: 4,
    values: [beef, food],
    differentValues: 2,
  })
  expect(await compare({ installParameters: 'C0FFEE' })).toMatchObject({ same: 0, different: 8, values: [coffee, beef, food] })

  // SIMs that the dry run leaves out are not compared.
  const snapshotId = await snapshotOf(call, ids)
  await server.db.updateTable('sims').set({ has_keys: false }).where('id', 'in', ids.slice(6, 9)).execute()
  await call(endpoints.dryRunBulkOta, { body: { snapshotId, targets: [other({ package: another.key })] } })
  const checked = await compare({}, snapshotId)
  expect(checked.values.map(({ installParameters }) => installParameters)).not.toContain('BEEF')
  expect(checked.total).toBe(9)
})

test('a comparison lists the ten most frequent values, and needs the permission of a dry run', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { key } = await addPackage(call, iotSafe)
  const ids = await addSims(
    server,
    Array.from({ length: 12 }, () => ({})),
  )
  for (const [index, id] of ids.entries()) {
    const target = other({ package: key, installParameters: `0${index.toString(16)}` })
    await call(endpoints.putBulkOta, { body: { snapshotId: await snapshotOf(call, [id]), targets: [target] } })
  }
  await server.db.updateTable('ota_jobs').set({ status: 'Succeeded' }).execute()
  const body = { snapshotId: await snapshotOf(call, ids), packageAID: key.packageAID, installParameters: '00' }
  const { values, ...counts } = await call(endpoints.compareHeldParameters, { body })
  expect(counts).toEqual({ total: 12, unknown: 0, same: 1, different: 11, differentValues: 11 })
  expect(values).toHaveLength(10)
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.compareHeldParameters, { body }))).toBe('noPermission')
  expect(await codeOf(call(endpoints.compareHeldParameters, { body: { ...body, snapshotId: 999 } }))).toBe('snapshotNotFound')
})
