import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims } from '../campaigns/testing.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'

test('the SIMs with the IoT SAFE applet are listed, filtered, sorted and paged', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const safe = await addPackage(call, fixedAids.iotSafe)
  const telemetry = await addPackage(call, fixedAids.telemetry)
  const held = { other_package_id: safe.id, other_instance_aid: fixedAids.iotSafe.moduleAid, other_applet_version: '1.0' }
  const ids = await addSims(server, [
    held,
    held,
    held,
    { other_package_id: telemetry.id, other_instance_aid: fixedAids.telemetry.moduleAid },
    {},
    { other_package_id: safe.id, other_instance_aid: null },
  ])
  const [first = 0, second = 0, third = 0, other = 0] = ids
  const day = (date: number) => new Date(Date.UTC(2026, 9, date))
  for (const [at, id] of [first, second, third].entries()) {
    await server.db
      .updateTable('sims')
      .set({ created_at: day(1 + at), updated_at: day(20 - at) })
      .where('id', '=', id)
      .execute()
    await server.db
      .updateTable('sim_contacts')
      .set({ last_poll: at === 2 ? null : day(10 + at) })
      .where('sim_id', '=', id)
      .execute()
  }
  await server.db
    .insertInto('iot_safe_lists')
    .values({ sim_id: second, free_octets: 5000, objects: '[]', read_at: day(25) })
    .execute()

  const list = async (query: Parameters<typeof call<typeof endpoints.listIotSafeSims>>[1]['query'] = {}) =>
    (await call(endpoints.listIotSafeSims, { query })).data.map(({ id }) => id)
  expect(await list()).toEqual([third, second, first])
  expect(await list({ sort: 'iccid:ASC' })).toEqual([first, second, third])
  expect(await list({ sort: 'updated_at:DESC' })).toEqual([first, second, third])
  expect(await list({ sort: 'readAt:DESC' })).toEqual([second, third, first])
  expect(await list({ sort: 'last_polled_at:ASC' })).toEqual([first, second, third])
  expect(await list({ sort: 'iccid:ASC', take: '2', pageIndex: '1' })).toEqual([third])
  expect(await list({ created_start: day(2).toISOString() })).toEqual([third, second])
  expect(await list({ created_start: day(2).toISOString(), created_end: day(3).toISOString() })).toEqual([second])
  expect(await list({ updated_end: day(19).toISOString() })).toEqual([third])
  expect(await list({ lastPolled_start: day(11).toISOString() })).toEqual([second])
  const { iccid } = await call(endpoints.getSim, { params: { id: second } })
  expect(await list({ iccid: iccid.slice(-5) })).toEqual([second])
  for (const none of ['99999999', '%', '_']) expect(await list({ iccid: none })).toEqual([])
  expect((await call(endpoints.listIotSafeSims, { query: { take: '2' } })).totalItems).toBe(3)
  for (const wrong of [{ iccid: '1'.repeat(21) }, { created_start: 'yesterday' }, { sort: 'version:ASC' }])
    expect(await codeOf(call(endpoints.listIotSafeSims, { query: wrong }))).toBe('invalidInput')

  await server.db.updateTable('sims').set({ device_alias: '水位計 100%' }).where('id', '=', first).execute()
  for (const search of ['水位', '100%', '水位計 100%']) expect(await list({ search })).toEqual([first])
  expect(await list({ search: iccid.slice(-5) })).toEqual([second])
  for (const none of ['_', '%%', 'deadbeef', 'deadbeefd']) expect(await list({ search: none })).toEqual([])

  const member = await server.signIn('MEMBER')
  const get = (simId: number) => member(endpoints.getIotSafeSim, { params: { simId } })
  expect(await get(second)).toMatchObject({
    id: second,
    iccid,
    version: '1.0',
    objects: 0,
    freeOctets: 5000,
    listed: [],
    changedSince: false,
    newest: null,
    certificates: 0,
    earliestEnd: null,
  })
  expect(await get(first)).toMatchObject({
    objects: null,
    freeOctets: null,
    listed: null,
    readAt: null,
    last_polled_at: day(10).toISOString(),
  })
  for (const id of [other, 999_999]) expect(await codeOf(get(id))).toBe('iotSafeSimNotFound')
})

test('without the feature, the calls do not exist', async () => {
  await using server = await startTestServer({ FEATURES: 'ota' })
  const call = await server.signIn('ADMIN')
  expect(await codeOf(call(endpoints.listIotSafeSims, { query: {} }))).toBe('notFound')
})
