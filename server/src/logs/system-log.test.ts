import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { logRowCap, searchedRows } from '@simdeck/contract/logs.ts'
import type { NewActionLogRow } from '../platform/db/schema.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

type Row = Partial<NewActionLogRow>

/** Inserts rows outside the chain, which the list does not check. */
async function withRows(server: TestServer, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row, index) => ({
    id: index + 1,
    action: 'memberAdd' as const,
    url: '/v1/member',
    method: 'POST',
    request_params: '{}',
    request_by: 'root@example.com',
    request_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
    status: 200,
    message: null,
    client_type: 'WEB_UI' as const,
    ip: '127.0.0.1',
    mac: randomBytes(32),
    ...row,
  }))
  await server.db.insertInto('action_logs').values(values).execute()
}

type Query = QueryIn<typeof endpoints.listSystemLogs>

test('every role reads all changes with their author, newest first, and each filter narrows them', async () => {
  await using server = await startTestServer()
  await withRows(server, [
    {},
    { action: 'memberDelete', method: 'DELETE', status: 409, message: 'The last active ROOT cannot be deleted' },
    { action: 'settingUpdate', url: '/v1/user-config', method: 'POST' },
    { action: 'openApiCall', method: 'GET', url: '/v1/sims/100%_done', client_type: 'OPEN_API', request_by: 'reporting' },
    { action: 'simImport', status: 500, message: 'The server could not handle the request' },
  ])
  const member = await server.signIn('MEMBER')
  const ids = async (query: Query) => (await member(endpoints.listSystemLogs, { query })).data.map(({ id }) => id)
  expect(await ids({})).toEqual([5, 4, 3, 2, 1])
  expect(await ids({ sort: 'request_at:ASC' })).toEqual([1, 2, 3, 4, 5])
  expect(await ids({ title: 'memberDelete' })).toEqual([2])
  expect(await ids({ status: 'failure' })).toEqual([5, 2])
  expect(await ids({ status: 'success' })).toEqual([4, 3, 1])
  expect(await ids({ client_type: 'OPEN_API' })).toEqual([4])
  expect(await ids({ message: 'USER-config' })).toEqual([3])
  expect(await ids({ message: 'last active' })).toEqual([2])
  expect(await ids({ message: '%' })).toEqual([4])
  expect(await ids({ message: '0%d' })).toEqual([])
  expect(await ids({ message: '_' })).toEqual([4])
  expect(await ids({ message: '\\' })).toEqual([])
  expect(await ids({ created_start: '2026-01-01T00:00:01Z', created_end: '2026-01-01T09:00:03+09:00' })).toEqual([4, 3, 2])
  const { data } = await member(endpoints.listSystemLogs, { query: { title: 'openApiCall' } })
  expect(data).toEqual([
    {
      id: 4,
      action: 'openApiCall',
      url: '/v1/sims/100%_done',
      method: 'GET',
      request_params: '{}',
      operation: 'getSim',
      request_by: 'reporting',
      request_by_name: null,
      request_at: '2026-01-01T00:00:03.000Z',
      status: 200,
      message: null,
      client_type: 'OPEN_API',
      ip: '127.0.0.1',
      subjects: [],
      subject_name: null,
      changes: [],
    },
  ])
})

test.each([
  ['en', 'End time must be later than start time'],
  ['ja', '終了日時は開始日時より後にしてください'],
] as const)('an end that does not come after the start is refused (%s)', async (language, message) => {
  await using server = await startTestServer()
  const member = await server.signIn('MEMBER', language)
  for (const created_end of ['2026-01-01T00:00:00Z', '2025-12-31T00:00:00Z'])
    await expect(member(endpoints.listSystemLogs, { query: { created_start: '2026-01-01T00:00:00Z', created_end } })).rejects.toMatchObject(
      { status: 400, body: { fields: [{ path: 'created_end', message }] } },
    )
})

test('of more than 1,000 rows only the newest 1,000 are listed, in either order', async () => {
  await using server = await startTestServer()
  await withRows(
    server,
    Array.from({ length: logRowCap + 30 }, () => ({})),
  )
  const member = await server.signIn('MEMBER')
  const list = (query: Query) => member(endpoints.listSystemLogs, { query: { take: 100, ...query } })
  expect(await list({})).toMatchObject({ totalItems: 1000, totalPages: 10, capped: true, data: { 0: { id: 1030 }, 99: { id: 931 } } })
  expect((await list({ pageIndex: 9 })).data.map(({ id }) => id).at(-1)).toBe(31)
  expect((await list({ pageIndex: 10 })).data).toEqual([])
  expect((await list({ sort: 'request_at:ASC' })).data[0]?.id).toBe(31)
  expect(await list({ after: 30 })).not.toHaveProperty('capped')
  expect(await list({ after: 1028 })).toMatchObject({ totalItems: 2, data: [{ id: 1030 }, { id: 1029 }] })
})

test('a row names its call and the present name of its member, and a deleted account has its e-mail only', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const email = 'sato@example.com'
  await root(endpoints.createMember, { body: { email, name: '佐藤', role_id: 3 } })
  const { id: member_id } = await server.db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const start = { member_id, request_by: email }
  await withRows(server, [
    { ...start, id: 101, method: 'PUT', url: '/ota-api/admin/archiveBulkOTA' },
    { ...start, id: 102, method: 'DELETE', url: '/ota-api/packages/delete/A000/1.0/a/b' },
    { ...start, id: 103, method: 'PUT', url: '/v1/sims/views/3' },
    { ...start, id: 104, method: 'PUT', url: '/v1/sims/3' },
    { ...start, id: 105, method: 'PUT', url: '/v0/nothing' },
  ])
  const list = async () =>
    (await root(endpoints.listSystemLogs, { query: { sort: 'request_at:ASC', take: 5, created_end: '2026-02-01T00:00:00Z' } })).data
  expect((await list()).map(({ operation }) => operation)).toEqual([
    'archiveCampaigns',
    'deletePackage',
    'updateSimView',
    'updateSim',
    null,
  ])
  await root(endpoints.updateMember, { params: { email }, body: { name: '佐藤 花子' } })
  expect(new Set((await list()).map((row) => row.request_by_name))).toEqual(new Set(['佐藤 花子']))
  await root(endpoints.deleteMembers, { body: { emails: [email] } })
  expect((await list())[0]).toMatchObject({ request_by: email, request_by_name: null })
})

test('a search reads the newest 50,000 records, tells where it stopped, and goes on from there', async () => {
  await using server = await startTestServer()
  const many = searchedRows + 20
  const at = (id: number) => new Date(Date.UTC(2026, 0, 1) + id * 1000)
  const row = (id: number) => ({ id, request_at: at(id), message: id <= 20 ? 'needle' : null, status: id <= 20 ? 409 : 200 })
  for (let from = 1; from <= many; from += 4000)
    await withRows(
      server,
      Array.from({ length: Math.min(4000, many - from + 1) }, (_, index) => row(from + index)),
    )
  const member = await server.signIn('MEMBER')
  const list = (query: Query) => member(endpoints.listSystemLogs, { query })
  const searchedTo = at(21).toISOString()
  expect(await list({ message: 'needle' })).toEqual({ data: [], pageIndex: 0, totalPages: 0, totalItems: 0, searchedTo })
  expect(await list({ status: 'failure' })).toMatchObject({ totalItems: 0, searchedTo })
  const earlier = await list({ message: 'needle', created_end: searchedTo })
  expect(earlier).toMatchObject({ totalItems: 20, data: { 0: { id: 20 } } })
  expect(earlier).not.toHaveProperty('searchedTo')
  expect(await list({ title: 'memberAdd' })).not.toHaveProperty('searchedTo')
  expect(await list({ status: 'success' })).toMatchObject({ capped: true, totalItems: 1000 })
  expect(await list({ message: 'needle', after: many - 5 })).toMatchObject({ totalItems: 0 })
})
