import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { addOtas } from '../testing/otas.ts'
import { startTestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => 'no error',
    (error: unknown) => (error instanceof CallError ? error.body?.code : String(error)),
  )
}

test('the list is filtered by each filter', async () => {
  await using server = await startTestServer()
  const { id: group_id } = await server.db.insertInto('groups').values({ name: '北' }).returning('id').executeTakeFirstOrThrow()
  const sims = [
    { device_alias: 'Meter 100%', imsi: '440101111111111', operator: 'ntt', cm_platform: 'ntt', last_poll: minutesAgo(2), group_id },
    { device_alias: 'METER_7', msisdn: '+819011112222', status: 'ACTIVATED', last_poll: minutesAgo(20), other_applet_name: 'Telemetry' },
    { external_device_id: 'EXT-9', type: 'eUICC', status_other_applet: 'Failed', ota_open_until: new Date(Date.now() + 60_000) },
    { imei: '356938035643809', updated_at: new Date('2026-01-02T00:00:00Z'), poller_name: 'Poller B', status_poller: 'Ready' },
  ] as const
  await addSims(server.db, sims)
  await server.db
    .updateTable('sims')
    .set({ device_alias: '水位計 札幌 3', poller_version: '1.2', other_applet_version: '3.0' })
    .where('iccid', '=', '8981100000000000003')
    .execute()
  const call = await server.signIn('MEMBER')
  const found = async (query: QueryIn<typeof endpoints.listSims>): Promise<string[]> =>
    (await call(endpoints.listSims, { query: { sort: 'iccid:ASC', ...query } })).data.map((sim) => sim.iccid.slice(-1))
  expect(await found({})).toEqual(['0', '1', '2', '3'])
  expect(await found({ search: 'meter' })).toEqual(['0', '1'])
  expect(await found({ search: '100%' })).toEqual(['0'])
  expect(await found({ search: 'METER_' })).toEqual(['1'])
  expect(await found({ search: 'ext-9' })).toEqual(['2'])
  expect(await found({ search: '3569380' })).toEqual(['3'])
  expect(await found({ search: '8190111122' })).toEqual(['1'])
  expect(await found({ search: '+8190' })).toEqual(['1'])
  expect(await found({ search: '位計 札' })).toEqual(['3'])
  expect(await found({ search: '札' })).toEqual(['3'])
  expect(await found({ search: '%' })).toEqual(['0'])
  expect(await found({ search: '\\' })).toEqual([])
  expect(await found({ device_alias: 'meter_' })).toEqual(['1'])
  expect(await found({ device_alias: 'EXT' })).toEqual([])
  expect(await found({ iccid: '00001' })).toEqual(['1'])
  expect(await found({ imsi: '1111' })).toEqual(['0'])
  expect(await found({ msisdn: '1111' })).toEqual(['1'])
  expect(await found({ imei: '3569' })).toEqual(['3'])
  expect(await found({ imsi: '1%1' })).toEqual([])
  expect(await found({ search: "'; drop table sims; --" })).toEqual([])
  expect(await found({ operator: 'ntt,jasper' })).toEqual(['0'])
  expect(await found({ cm_platform: 'none' })).toEqual(['1', '2', '3'])
  expect(await found({ status: 'ACTIVATED' })).toEqual(['1'])
  expect(await found({ type: 'eUICC', external_device_id: 'EXT-9' })).toEqual(['2'])
  expect(await found({ connection: 'on' })).toEqual(['0'])
  expect(await found({ connection: 'ota,off' })).toEqual(['1', '2', '3'])
  expect(await found({ applet: 'telemetry' })).toEqual(['1'])
  expect(await found({ applet: 'Poller' })).toEqual(['3'])
  expect(await found({ status_poller: 'Ready' })).toEqual(['3'])
  expect(await found({ status_other_applet: 'Failed,Started' })).toEqual(['2'])
  expect(await found({ group: String(group_id) })).toEqual(['0'])
  expect(await found({ group: '0' })).toEqual(['1', '2', '3'])
  expect(await found({ group: `0,${group_id}` })).toEqual(['0', '1', '2', '3'])
  expect(await found({ group: '999999999999999' })).toEqual([])
  expect(await found({ poller_version: '1.2' })).toEqual(['3'])
  expect(await found({ applet_version: '3.0' })).toEqual(['3'])
  expect(await found({ last_poll_start: minutesAgo(10).toISOString() })).toEqual(['0'])
  expect(await found({ last_poll_end: minutesAgo(10).toISOString(), type: 'SIM' })).toEqual(['1'])
  expect(await found({ modified_end: '2026-01-03T00:00:00+09:00' })).toEqual(['3'])
  expect(await found({ modified_start: '2026-01-02T00:00:01Z' })).toEqual(['0', '1', '2'])

  expect(await codeOf(found({ status: 'BROKEN' }))).toBe('invalidInput')
  expect(await codeOf(found({ sort: 'group_id:ASC' }))).toBe('invalidInput')
  const period = { modified_start: '2026-01-02T00:00:00Z', modified_end: '2026-01-02T00:00:00Z' }
  expect(await codeOf(found(period))).toBe('invalidInput')
  const never = { last_poll_start: '2026-01-02T00:00:00Z', last_poll_end: '2026-01-01T00:00:00Z' }
  expect(await codeOf(found(never))).toBe('invalidInput')
})

test('the search finds numbers in printed and pasted forms, in either character width, and words in any order', async () => {
  await using server = await startTestServer()
  const ids = await addSims(server.db, [
    { iccid: '89811000023451420176', device_alias: '自販機-札幌-0142', imsi: '440101234567890', msisdn: '+819012345678' },
    { iccid: '89811000023451420184', device_alias: 'ﾒｰﾀｰ ＡＢＣ 札幌', imei: '356938035643809', external_device_id: '2024-0012' },
    { iccid: '89811000023451420192', device_alias: 'Meter 3 Sapporo' },
  ])
  const call = await server.signIn('MEMBER')
  const found = async (query: QueryIn<typeof endpoints.listSims>): Promise<string> =>
    (await call(endpoints.listSims, { query: { sort: 'iccid:ASC', ...query } })).data.map((sim) => ids.indexOf(sim.id)).join('')
  const quickSearch = async (q: string): Promise<string> =>
    (await call(endpoints.searchSims, { query: { q } }))
      .map((sim) => ids.indexOf(sim.id))
      .toSorted((one, other) => one - other)
      .join('')
  for (const [search, expected] of [
    ['8981 1000 0234 5142 0176', '0'],
    ['８９８１１００００２３４５１４２０１８４', '1'],
    ['8981-1000-0234-5142-0192', '2'],
    ['35 693803 564380 9', '1'],
    ['090-1234-5678', '0'],
    ['sapporo meter', '2'],
    ['札幌　0142', '0'],
    ['札幌 abc', '1'],
    ['メーター', '1'],
    ['2024-0012', '1'],
    ['札幌 sapporo', ''],
    ['89811000023451420176\n8981 1000 0234 5142 0192\r\n89811000000000000000', '02'],
    ['440101234567890, 356938035643809', '01'],
    ['８９８１１００００２３４５１４２０１７６　89811000023451420184', '01'],
  ] as const)
    expect([search, await found({ search }), await quickSearch(search)]).toEqual([search, expected, expected])
  expect(await found({ iccid: '8981 1000 0234 5142 0176' })).toBe('0')
  expect(await found({ iccid: '89811000023451420176,８９８１１００００２３４５１４２０１８４' })).toBe('01')
  expect(await found({ iccid: '440101234567890,356938035643809' })).toBe('')
  expect(await found({ device_alias: 'ＡＢＣ' })).toBe('1')
  expect(await found({ device_alias: 'ABC', sort: 'device_alias:ASC' })).toBe('1')
  expect(await found({ id: `${ids[0]}，${ids[2]}` })).toBe('02')
  expect(await codeOf(found({ id: 'abc' }))).toBe('invalidInput')

  const unknown = async (numbers: string, field?: 'id' | 'imsi') =>
    call(endpoints.listUnknownNumbers, { body: { numbers, ...(field && { field }) } })
  expect(await unknown('ICCID\n89811000023451420176\n09012345678\n8981100000000000000')).toEqual(['ICCID', '8981100000000000000'])
  expect(await unknown('440101234567890,356938035643809', 'imsi')).toEqual(['356938035643809'])
  expect(await unknown(`${ids[0]},999999`, 'id')).toEqual(['999999'])

  const many = [...Array.from({ length: 999 }, (_, n) => String(8_981_100_000_000_000_000n + BigInt(n))), '89811000023451420176']
  expect(await found({ search: many.join(',') })).toBe('0')
  expect(await codeOf(found({ search: [...many, '89811000023451420184'].join(',') }))).toBe('invalidInput')
})

test('the list is filtered by the time since the last poll, by SIMs that never polled, and by both', async () => {
  await using server = await startTestServer()
  const ages = [30, 90, 25 * 60, 4 * 24 * 60, 8 * 24 * 60]
  await addSims(server.db, [...ages.map((age) => ({ last_poll: minutesAgo(age) })), {}])
  const call = await server.signIn('MEMBER')
  for (const sort of ['iccid:ASC', 'last_poll:DESC'] as const) {
    const found = async (silent: string): Promise<string> =>
      (await call(endpoints.listSims, { query: { sort, silent } })).data.map((sim) => sim.iccid.slice(-1)).join('')
    expect([await found('1h'), await found('24h'), await found('3d'), await found('7d')]).toEqual(['1234', '234', '34', '4'])
    expect([await found('never'), await found('7d,never')]).toEqual(['5', '45'])
    expect([await found('31m'), await found('2h'), await found('90h'), await found('5d')]).toEqual(['1234', '234', '34', '4'])
    for (const silent of ['2y', '0x', '0-2x', '1-x', '1-2h', '1-10000x', '10000x', '1.5x', 'h', '0h', '10000h', '-1h', '1.5h', '2hours'])
      expect([silent, await codeOf(found(silent))]).toEqual([silent, 'invalidInput'])
  }
})

test('a SIM is silent for some of its own poll intervals: a day while none is known, and at least five minutes', async () => {
  await using server = await startTestServer()
  const hour = 3_600
  await addSims(server.db, [
    { last_poll: minutesAgo(170), poll_seconds: hour },
    { last_poll: minutesAgo(190), poll_seconds: hour },
    { last_poll: minutesAgo(190), poll_seconds: 24 * hour },
    { last_poll: minutesAgo(14), poll_seconds: 5 },
    { last_poll: minutesAgo(16), poll_seconds: 5 },
    { last_poll: minutesAgo(2 * 24 * 60) },
    { last_poll: minutesAgo(4 * 24 * 60) },
    {},
  ])
  const call = await server.signIn('MEMBER')
  const found = async (query: object): Promise<string> =>
    (await call(endpoints.listSims, { query: { sort: 'iccid:ASC', ...query } })).data.map((sim) => sim.iccid.slice(-1)).join('')
  expect([await found({ silent: '1x' }), await found({ silent: '3x' }), await found({ silent: '9999x' })]).toEqual(['013456', '146', ''])
  expect([await found({ silent: '1-3x' }), await found({ silent: '3-9999x' }), await found({ silent: '3-1x' })]).toEqual(['035', '146', ''])
  expect([await found({ silent: '3x,never' }), await found({ silent: '4d,3x' })]).toEqual(['1467', '146'])
  expect(await found({ silent: '3x', not: 'silent' })).toBe('02357')
  expect(await found({ sort: 'poll_seconds:DESC' })).toBe('21043765')
})

test('the list sorts missing values last and is paged; skip takes precedence over pageIndex', async () => {
  await using server = await startTestServer()
  await addSims(server.db, [
    { poller_version: '1.10' },
    { poller_version: '1.9' },
    {},
    { poller_version: '2.0' },
    { last_poll: minutesAgo(1) },
  ])
  const call = await server.signIn('MEMBER')
  const sorted = async (query: QueryIn<typeof endpoints.listSims>): Promise<string> =>
    (await call(endpoints.listSims, { query })).data.map((sim) => sim.iccid.slice(-1)).join('')
  expect(await sorted({ sort: 'poller_version:ASC' })).toBe('10324')
  expect(await sorted({ sort: 'poller_version:DESC' })).toBe('30142')
  expect(await sorted({ sort: 'connection:DESC' })).toBe('43210')
  const page = await call(endpoints.listSims, { query: { take: 2, pageIndex: 1, sort: 'iccid:DESC' } })
  expect(page).toMatchObject({ pageIndex: 1, totalPages: 3, totalItems: 5 })
  expect(page.data.map((sim) => sim.iccid.slice(-1))).toEqual(['2', '1'])
  expect(await sorted({ take: 2, skip: 4, pageIndex: 0, sort: 'iccid:ASC' })).toBe('4')
  expect(await sorted({ pageIndex: 1_000_000 })).toBe('')
})

test('a SIM shows its connection, local cell id and combined progress', async () => {
  await using server = await startTestServer()
  const [id = 0] = await addSims(server.db, [
    {
      radio: 8,
      cell_id: 0x1234567,
      ota_open_until: new Date(Date.now() + 60_000),
      standby_poller_instance_aid: 'F0',
    },
  ])
  const [removal = 0] = await addOtas(server.db, id, [
    { kind: 'remove', status: 'Started' },
    { kind: 'install', status: 'Ready' },
  ])
  const call = await server.signIn('MEMBER')
  const sim = await call(endpoints.getSim, { params: { id } })
  expect(sim).toMatchObject({ id, connection: 2, cell_id: 0x1234567, cid: 0x67, accuracy: null, has_standby_poller: true })
  expect(sim).toMatchObject({ status_other_applet: 'Started', status_poller: null })
  expect(sim.other_applet.ota_progress).toMatchObject({ status: 'Started', action_type: { type: 2 }, ota_id: removal })
  expect(sim.poller.ota_progress).toBeNull()
  expect(await codeOf(call(endpoints.getSim, { params: { id: id + 1 } }))).toBe('simNotFound')
  expect(await codeOf(call(endpoints.getSim, { params: { id: 'x' } }))).toBe('invalidInput')
  expect(await codeOf(server.anonymous(endpoints.getSim, { params: { id } }))).toBe('missingAuthorization')
})

test('sessions are listed newest first without idle polls, and the raw log shows hex to permitted members', async () => {
  await using server = await startTestServer()
  const [id = 0] = await addSims(server.db, [{}])
  const commands = JSON.stringify([{ index: 0, name: 'DELETE', block: null, sw: '9000', hex: '80E40000' }])
  const message = (session_id: number, sequence: number, code: number, more: object = {}) => ({
    sim_id: id,
    session_id,
    sequence,
    code,
    direction: code === 2 || code === 7 ? ('server' as const) : ('card' as const),
    job_id: null,
    bytes: 40,
    fields: '{}',
    commands: '[]',
    ...more,
  })
  await server.db
    .insertInto('raw_ota_service_logs')
    .values([
      message(0xab, 0, 1),
      message(0xab, 0, 2, { job_id: 5, commands }),
      message(0xab, 1, 5),
      message(0xab, 1, 7, { fields: JSON.stringify({ code: 500, wait: 0 }) }),
      message(0xcd, 0, 1),
      message(0xcd, 0, 7, { fields: JSON.stringify({ code: 0 }) }),
      message(0xef, 0, 1),
      message(0xef, 0, 4, { job_id: 6 }),
    ])
    .execute()
  const call = await server.signIn('ADMIN')
  const sessions = await call(endpoints.listSimSessions, { params: { id }, query: {} })
  expect(sessions.map((session) => [session.session_id, session.close_code, session.ota_ids])).toEqual([
    ['000000ef', null, [6]],
    ['000000ab', 500, [5]],
  ])
  expect(sessions[1]?.messages.map((one) => one.code)).toEqual([1, 2, 5, 7])
  expect(sessions[1]?.messages[1]?.commands).toEqual([{ index: 0, name: 'DELETE', block: null, sw: '9000' }])
  expect(await call(endpoints.listSimSessions, { params: { id }, query: { take: 1 } })).toHaveLength(1)
  expect(await codeOf(call(endpoints.listSimSessions, { params: { id: id + 1 }, query: {} }))).toBe('simNotFound')

  const log = await call(endpoints.listRawOtaServiceLogs, { query: { simId: id, sessionId: '000000ab' } })
  expect(log.totalItems).toBe(4)
  expect(log.data.flatMap((row) => row.hex)).toEqual(['80E40000'])
  expect(await codeOf((await server.signIn('MEMBER'))(endpoints.listRawOtaServiceLogs, { query: {} }))).toBe('noPermission')
})

test('the raw log ends at 1000 rows', async () => {
  await using server = await startTestServer()
  const row = {
    sim_id: 1,
    session_id: 1,
    sequence: 0,
    code: 1,
    direction: 'card' as const,
    job_id: null,
    bytes: 1,
    fields: '{}',
    commands: '[]',
  }
  await server.db
    .insertInto('raw_ota_service_logs')
    .values(Array.from({ length: 1100 }, () => row))
    .execute()
  const call = await server.signIn('ROOT')
  const last = await call(endpoints.listRawOtaServiceLogs, { query: { take: 100, skip: 950 } })
  expect([last.totalItems, last.data.length]).toEqual([1000, 50])
  expect((await call(endpoints.listRawOtaServiceLogs, { query: { skip: 1000 } })).data).toEqual([])
})
