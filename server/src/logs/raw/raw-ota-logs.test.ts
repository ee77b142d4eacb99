import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { searchedRows } from '@simdeck/contract/logs.ts'
import { codeOf } from '../../testing/people.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'

let server!: TestServer
let root!: TestCall
beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

type Query = QueryIn<typeof endpoints.listRawOtaServiceLogs>
const list = (query: Query = {}) => root(endpoints.listRawOtaServiceLogs, { query })
const sequencesOf = async (query: Query) => (await list(query)).data.map(({ sequence }) => sequence)
const iccids = ['8981100000000000017', '8981100000000000025'] as const

const command = (name: string, sw: string | null) => ({ index: 0, name, block: null, sw, hex: '80E40000' })
const message = (sim: number | null, sequence: number, more: object = {}) => ({
  at: new Date(Date.now() - 1000 + sequence),
  sim_id: sim,
  session_id: 171,
  sequence,
  job_id: null,
  direction: 'card' as const,
  code: 5,
  bytes: 40,
  fields: JSON.stringify({ status: 0 }),
  commands: JSON.stringify([]),
  ...more,
})

test('messages are found by SIM, session, code, direction, status word, time and number', async () => {
  const [one = 0, other = 0] = await addSims(server.db, [{ iccid: iccids[0] }, { iccid: iccids[1] }])
  await server.db
    .insertInto('raw_ota_service_logs')
    .values([
      message(one, 1, { code: 1 }),
      message(one, 2, { direction: 'server', code: 2, commands: JSON.stringify([command('LOAD', null)]) }),
      message(one, 3, { commands: JSON.stringify([command('LOAD', '9000'), command('LOAD', '6A84')]) }),
      message(other, 4, { session_id: 172, commands: JSON.stringify([command('DELETE', '6A88')]) }),
      message(null, 5, { session_id: 0, code: 0 }),
    ])
    .execute()
  expect((await list()).data.map(({ sequence, iccid }) => [sequence, iccid])).toEqual([
    [5, null],
    [4, iccids[1]],
    [3, iccids[0]],
    [2, iccids[0]],
    [1, iccids[0]],
  ])
  expect(await sequencesOf({ iccid: iccids[0], sort: 'at:ASC' })).toEqual([1, 2, 3])
  expect(await sequencesOf({ iccid: '8981100000000000033' })).toEqual([])
  expect(await sequencesOf({ simId: other })).toEqual([4])
  expect(await sequencesOf({ sessionId: '000000ab', direction: 'card' })).toEqual([3, 1])
  expect(await sequencesOf({ code: 0 })).toEqual([5])
  expect(await sequencesOf({ sw: '6a84' })).toEqual([3])
  expect(await sequencesOf({ sw: '9000', simId: other })).toEqual([])
  const { data } = await list()
  expect(await sequencesOf({ after: data[2]!.id })).toEqual([5, 4])
  expect(await sequencesOf({ created_end: data[3]!.at })).toEqual([2, 1])
  expect(await codeOf(list({ created_start: data[0]!.at, created_end: data[4]!.at }))).toBe('invalidInput')
  for (const wrong of [{ sw: '9' }, { sw: 'XY00' }, { code: 8 }, { iccid: '1' }, { sessionId: 'ab' }, { direction: 'up' }])
    expect([wrong, await codeOf(list(wrong as Query))]).toEqual([wrong, 'invalidInput'])

  await root(endpoints.deleteSim, { params: { id: other } })
  expect((await list({ simId: other })).data).toMatchObject([{ sim_id: other, iccid: null, hex: ['80E40000'] }])
})

test('a search by a rare status word reads the newest 50,000 messages, and tells where it stopped', async () => {
  await using other = await startTestServer()
  const rows = (first: number) => Array.from({ length: 5_000 }, (_, at) => message(1, first + at, { commands: '[]' }))
  await other.db
    .insertInto('raw_ota_service_logs')
    .values(message(1, 0, { commands: JSON.stringify([command('LOAD', '6A84')]) }))
    .execute()
  for (let first = 1; first <= searchedRows; first += 5_000) await other.db.insertInto('raw_ota_service_logs').values(rows(first)).execute()
  const call = await other.signIn('ROOT')
  const found = (query: Query) => call(endpoints.listRawOtaServiceLogs, { query })
  expect(await found({ sw: '6A84' })).toMatchObject({ totalItems: 0, searchedTo: expect.any(String) })
  expect(await found({ sessionId: '000000ab' })).toMatchObject({ totalItems: 1000, capped: true })
  const { query } = await planOf(other)
  expect(query).toContain('raw_ota_service_logs_default_id')
})

/** The plan by which PostgreSQL reads the newest messages. */
async function planOf({ db }: TestServer): Promise<{ query: string }> {
  const lines = await db
    .selectFrom('raw_ota_service_logs')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1001)
    .explain<{ 'QUERY PLAN': string }>()
  return { query: lines.map((line) => line['QUERY PLAN']).join('\n') }
}

test('calls of the OTA API are listed apart from those of the others', async () => {
  await root(endpoints.listCampaigns, { query: {} })
  await root(endpoints.listGroups, { query: {} })
  const { data } = await root(endpoints.listRawApiLogs, { query: { api: 'ota' } })
  expect(data.map(({ route }) => route)).toEqual(['/ota-api/admin/bulkOTA'])
})

test('a member without the permission for raw logs reads neither log, nor does a stranger', async () => {
  for (const role of ['ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    const allowed = role === 'ADMIN' ? 'answered' : 'noPermission'
    expect([role, await codeOf(call(endpoints.listRawOtaServiceLogs, { query: {} }))]).toEqual([role, allowed])
    expect([role, await codeOf(call(endpoints.listRawApiLogs, { query: { api: 'ota' } }))]).toEqual([role, allowed])
  }
  expect((await fetch(`${server.url}/v1/logs/raw-ota-service`)).status).toBe(401)
})
