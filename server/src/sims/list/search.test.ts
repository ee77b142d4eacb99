import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'

test('the search lists equal values first, then those that start with the text, then those that contain it, shorter first', async () => {
  await using server = await startTestServer()
  const [, renamed = 0] = await addSims(server.db, [
    { iccid: '8981100000000000017', device_alias: 'Meter 12', imsi: '440100000000001' },
    { device_alias: 'to be renamed', msisdn: '+819012345678' },
    { device_alias: 'Meter', external_device_id: 'A_1%\\' },
    { device_alias: 'Gas meter', imei: '440100000000001' },
    { device_alias: '水位計 札幌', external_device_id: 'METER 1' },
    { device_alias: 'my METER' },
  ])
  await server.db.updateTable('sims').set({ device_alias: '札幌 Meters' }).where('id', '=', renamed).execute()
  const call = await server.signIn('MEMBER')
  const found = async (q: string, take?: number) =>
    (await call(endpoints.searchSims, { query: { q, ...(take && { take }) } })).map(({ field, value }) => `${field} ${value}`)

  expect(await found('meter')).toEqual([
    'device_alias Meter',
    'external_device_id METER 1',
    'device_alias Meter 12',
    'device_alias my METER',
    'device_alias Gas meter',
    'device_alias 札幌 Meters',
  ])
  expect(await found('METER', 2)).toEqual(['device_alias Meter', 'external_device_id METER 1'])
  expect(await found('札幌')).toEqual(['device_alias 札幌 Meters', 'device_alias 水位計 札幌'])
  expect(await found('renamed')).toEqual([])
  expect(await found('440100000000001')).toEqual(['imsi 440100000000001', 'imei 440100000000001'])
  expect(await found('12345678')).toEqual(['msisdn +819012345678'])
  expect(await found('00017')).toEqual(['iccid 8981100000000000017'])
  expect(await found('A_1')).toEqual(['external_device_id A_1%\\'])
  for (const [q, count] of [
    ['%', 1],
    ['_', 1],
    ['\\', 1],
    ['%%', 0],
    ["'", 0],
    ['1', 6],
    ['z', 0],
    ['+', 1],
  ] as const)
    expect([q, (await found(q)).length]).toEqual([q, count])
  expect(await found('8981', 3)).toHaveLength(3)
})

test('a number in quotation marks or after its name finds its SIM in the search, the list and the filter of its field', async () => {
  await using server = await startTestServer()
  const [id = 0] = await addSims(server.db, [
    { iccid: '8981100000000000017', imsi: '440100000000001', msisdn: '819012345678', imei: '356938035643809' },
    { iccid: '8981100000000000025' },
  ])
  const call = await server.signIn('MEMBER')
  for (const [field, typed] of [
    ['iccid', '"8981100000000000017"'],
    ['iccid', '「8981100000000000017」'],
    ['iccid', '“8981 1000 0000 0000 017”'],
    ['iccid', 'ICCID: 8981100000000000017'],
    ['iccid', 'ICCID=8981100000000000017'],
    ['imsi', 'IMSI：440100000000001'],
    ['msisdn', '電話番号：090-1234-5678'],
    ['msisdn', 'MSISDN +81 90 1234 5678'],
    ['imei', '"imei": "356938035643809"'],
  ] as const) {
    const [found] = await call(endpoints.searchSims, { query: { q: typed } })
    const listed = await call(endpoints.listSims, { query: { search: typed } })
    const filtered = await call(endpoints.listSims, { query: { [field]: typed } })
    expect([typed, found?.id, found?.field]).toEqual([typed, id, field])
    expect([typed, ...[listed, filtered].map(({ data }) => data.map((sim) => sim.id))]).toEqual([typed, [id], [id]])
  }
})
