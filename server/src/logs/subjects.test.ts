import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { ActionLog } from '../platform/audit/action-log.ts'
import { startTestServer } from '../testing/server.ts'

type Query = QueryIn<typeof endpoints.listSystemLogs>
const iccid = '8981100000000000017'
const key = '0A'.repeat(16)
const keys = { cap_auth_key: key, encrypt_key: key, scp03_enc: key, scp03_mac: key, scp03_dek: key }

test('the history of a SIM has the values before and after, without keys, and the chain holds', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const log = async (query: Query) => (await admin(endpoints.listSystemLogs, { query })).data
  const [north, south] = await Promise.all(['North', 'South'].map((name) => admin(endpoints.createGroup, { body: { name } })))
  const sim = await admin(endpoints.createSim, { body: { iccid, group_id: north!.id } })
  const other = await admin(endpoints.createSim, { body: { iccid: '8981100000000000025' } })
  const params = { id: sim.id }
  await admin(endpoints.updateSim, { params, body: { device_alias: '<b>Meter</b>', group_id: south!.id, keys } })
  await admin(endpoints.updateSim, { params: { id: other.id }, body: { device_alias: 'Other' } })
  const subject = `sim:${sim.id}`
  const rows = await log({ subject })
  expect(rows.map(({ action, subject_name }) => [action, subject_name])).toEqual([
    ['simUpdate', iccid],
    ['simAdd', iccid],
  ])
  expect(rows[0]?.changes).toEqual([
    { field: 'device_alias', before: null, after: '<b>Meter</b>' },
    { field: 'group', before: 'North', after: 'South' },
    { field: 'keys', before: null, after: '***' },
  ])
  expect(await log({ sim: iccid })).toEqual(rows)
  expect(await log({ sim: '8981100000000000033' })).toEqual([])
  expect(await log({ message: '<b>meter' })).toHaveLength(1)
  expect(await log({ subject: `sim:${sim.id}0` })).toEqual([])
  expect(JSON.stringify(await log({}))).not.toContain(key)
  expect(await admin(endpoints.verifySystemLog, { query: {} })).toMatchObject({ rows: 6, fault: null })
})

test('the values of a row are part of the chain', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const { id } = await admin(endpoints.createGroup, { body: { name: 'North' } })
  await admin(endpoints.updateGroup, { params: { id }, body: { name: 'South' } })
  await server.db.updateTable('action_logs').set({ changes: null }).where('id', '=', 2).execute()
  expect(await admin(endpoints.verifySystemLog, { query: {} })).toMatchObject({ rows: 1, fault: { id: 2, fault: 'changed' } })
})

test('the chain is checked in steps, each of which finds what is wrong in its rows', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  for (const name of ['A', 'B', 'C', 'D', 'E']) await admin(endpoints.createGroup, { body: { name } })
  const log = new ActionLog(server.masterKey)
  const part = (after: number, most = 2) => log.verifyPart(server.db, { after, most })
  expect(await part(0)).toEqual({ rows: 2, total: 5, done: false, fault: null })
  expect(await part(2)).toEqual({ rows: 4, total: 5, done: false, fault: null })
  expect(await part(4)).toEqual({ rows: 5, total: 5, done: true, fault: null })
  expect(await part(3)).toEqual({ rows: 5, total: 5, done: false, fault: null })
  expect(await part(5)).toEqual({ rows: 5, total: 5, done: true, fault: null })
  expect(await admin(endpoints.verifySystemLog, { query: { after: 3 } })).toMatchObject({ rows: 5, total: 5, done: true, fault: null })
  const logs = server.db.updateTable('action_logs')
  await logs.set({ ip: '192.0.2.9' }).where('id', '=', 4).execute()
  expect(await part(0)).toMatchObject({ rows: 2, done: false, fault: null })
  expect(await part(2)).toMatchObject({ rows: 3, done: true, fault: { id: 4, fault: 'changed' } })
  await logs
    .set({ mac: Buffer.alloc(32) })
    .where('id', '=', 2)
    .execute()
  expect(await part(2)).toMatchObject({ rows: 2, done: true, fault: { id: 3, fault: 'changed' } })
  await server.db.deleteFrom('action_logs').where('id', '=', 2).execute()
  expect(await part(2)).toMatchObject({ rows: 1, done: true, fault: { id: 2, fault: 'missing' } })
  await server.db.deleteFrom('action_logs').where('id', '=', 5).execute()
  expect(await part(4)).toMatchObject({ rows: 4, done: true, fault: { id: 5, fault: 'missing' } })
})

test('the first value of a setting is an addition, the next a change from the value before', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const save = (value: string) => root(endpoints.postUserConfig, { body: [{ key: 'system_config_sim_online_term', value }] })
  await save('15')
  await save('30')
  const { data } = await root(endpoints.listSystemLogs, { query: { subject: 'setting:system_config_sim_online_term' } })
  expect(data.map(({ action, changes }) => [action, changes[0]])).toEqual([
    ['settingUpdate', { field: 'system_config_sim_online_term', before: '15', after: '30' }],
    ['settingAdd', { field: 'system_config_sim_online_term', before: null, after: '15' }],
  ])
})

test('changes are found by their author, in any case of letters', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await admin(endpoints.createGroup, { body: { name: 'North' } })
  const { data } = await admin(endpoints.listSystemLogs, { query: {} })
  const person = data[0]!.request_by
  const found = async (name: string) => (await admin(endpoints.listSystemLogs, { query: { person: name } })).totalItems
  expect(await found(person.toUpperCase())).toBe(1)
  expect(await found(person.slice(1))).toBe(0)
})

test('the overview has only the logs that the caller may read, with their rows of today', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await admin(endpoints.createGroup, { body: { name: 'North' } })
  const logs = await admin(endpoints.listLogs, { query: { timezoneOffset: -540 } })
  expect(logs.map(({ name, kept_days }) => [name, kept_days])).toEqual([
    ['system', null],
    ['security', 180],
    ['rawApi', 90],
    ['rawProxy', 90],
    ['rawOtaService', 30],
  ])
  expect(logs[0]!.today).toBeGreaterThan(0)
  expect(logs[0]!.bytes).toBeGreaterThan(0)
  const member = await server.signIn('MEMBER')
  expect((await member(endpoints.listLogs, { query: {} })).map(({ name }) => name)).toEqual(['system'])
})
