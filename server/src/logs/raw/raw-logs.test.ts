import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import type { RawApiCall } from '@simdeck/contract/raw-logs.ts'
import { outcomeOf } from '../../auth/testing.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

let server!: TestServer
let root!: TestCall
beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

const read = async (query: QueryIn<typeof endpoints.listRawApiLogs> = {}): Promise<RawApiCall[]> =>
  (await root(endpoints.listRawApiLogs, { query })).data
const iccid = '8981100000000000017'

test('each call has a row with its caller, route, status and sizes, and no query', async () => {
  const { id } = await root(endpoints.createSim, { body: { iccid } })
  await outcomeOf(root(endpoints.getSim, { params: { id: id + 1 } }))
  await root(endpoints.listSims, { query: { search: iccid } })
  const [listed, missing, made] = await read({ take: 3 })
  expect(listed).toMatchObject({ method: 'GET', route: '/v1/sims', url: '/v1/sims', status: 200, source: 'WEB_UI', left_out: null })
  expect(listed!.response_bytes).toBeGreaterThan(100)
  expect(listed!.caller).toContain('@')
  expect(missing).toMatchObject({ route: '/v1/sims/{id}', url: `/v1/sims/${id + 1}`, status: 404 })
  expect(made).toMatchObject({ method: 'POST', status: 200, request_body: null, response_body: null })
  expect(made!.request_bytes).toBe(JSON.stringify({ iccid }).length)
  expect(JSON.stringify(await read({}))).not.toContain(iccid)
})

test('an unknown path, a refused caller and a wrong body have rows, too', async () => {
  await fetch(`${server.url}/v1/no-such-call?token=secret`)
  await fetch(`${server.url}/v1/sims`)
  await fetch(`${server.url}/v1/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
  const rows = await read({ take: 3, status: 'failure' })
  expect(rows.map(({ route, status, caller }) => [route, status, caller])).toEqual([
    ['/v1/login', 400, null],
    ['/v1/sims', 401, null],
    ['*', 404, null],
  ])
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('the filters find by caller, route, outcome and number', async () => {
  const [newest] = await read({ take: 1 })
  await root(endpoints.listGroups, { query: {} })
  expect((await read({ after: newest!.id })).map(({ route }) => route)).toEqual(['/v1/groups', '/v1/logs/raw-api'])
  expect((await read({ route: '/v1/groups', take: 1 }))[0]).toMatchObject({ route: '/v1/groups' })
  expect(await read({ caller: newest!.caller!.toUpperCase(), route: '/v1/sims/{id}' })).toHaveLength(1)
  expect(await read({ caller: newest!.caller!.slice(1) })).toEqual([])
  expect(await read({ client_type: 'OPEN_API' })).toEqual([])
  expect(await read({ created_end: '2020-01-01T00:00:00Z' })).toEqual([])
  const ids = (await read({ sort: 'at:ASC', take: 2 })).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('bodies are recorded until the time of the setting only, masked, and never those of an account', async () => {
  const save = (value: string) => root(endpoints.postUserConfig, { body: [{ key: 'system_log_bodies_until', value }] })
  expect(await outcomeOf(save(new Date(Date.now() + 8 * 86_400_000).toISOString()))).toBe('invalidInput')
  await save(new Date(Date.now() + 86_400_000).toISOString())
  const key = '0A'.repeat(16)
  const keys = { cap_auth_key: key, encrypt_key: key, scp03_enc: key, scp03_mac: key, scp03_dek: key }
  let n = 100
  const withBody = await until(async () => {
    await root(endpoints.createSim, { body: { iccid: `8981100000000000${n++}`, keys } })
    return (await read({ route: '/v1/sims', take: 1 })).find(({ request_body }) => request_body !== null)
  })
  expect(JSON.parse(withBody.request_body!)).toMatchObject({ keys: '***' })
  expect(withBody.response_body).toContain('89811000000000001')
  await outcomeOf(server.anonymous(endpoints.login, { body: { email: 'x@example.com', password: 'Wrong-password-1' } }))
  await root(endpoints.changePassword, { body: { old_password: 'x', new_password: 'y' } }).catch(() => null)
  const rows = await read({})
  expect(
    rows.filter(({ route }) => route === '/v1/login' || route!.includes('password')).every(({ request_body }) => request_body === null),
  ).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(key)
  await save('')
  await until(async () => {
    await root(endpoints.listGroups, { query: {} })
    return (await read({ route: '/v1/groups', take: 1 }))[0]?.response_body === null
  })
})

test('the overview shows the retention of the setting at once', async () => {
  await root(endpoints.postUserConfig, { body: [{ key: 'system_log_raw_api_days', value: '7' }] })
  const logs = await root(endpoints.listLogs, { query: {} })
  expect(logs.find(({ name }) => name === 'rawApi')).toMatchObject({ kept_days: 7 })
  expect(logs.find(({ name }) => name === 'rawApi')?.today).toBeGreaterThan(0)
})

test('a mail to a server without an answer has a row that tells neither port nor duration', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => closed.once('listening', done))
  const { port } = closed.address() as { port: number }
  await new Promise((done) => closed.close(done))
  const body = {
    host: '127.0.0.1',
    port,
    security: 'none',
    username: 'u',
    password: 'Secret-4711',
    from_address: 'a@example.com',
    from_name: '',
  } as const
  await root(endpoints.putMailSettings, { body })
  await outcomeOf(root(endpoints.sendTestMail, { body: {} as never }))
  const { data } = await root(endpoints.listRawProxyLogs, { query: {} })
  expect(data[0]).toMatchObject({
    kind: 'mail',
    host: `127.0.0.1:${port}`,
    operation: 'SMTP none',
    ok: false,
    answer: 'unreachable',
    ms: null,
  })
  expect(JSON.stringify(data)).not.toContain('Secret-4711')
  expect(data.every(({ ok }) => ok === false)).toBe(true)
  expect((await root(endpoints.listRawProxyLogs, { query: { status: 'success' } })).totalItems).toBe(0)
})

test('a MEMBER may read neither', async () => {
  const member = await server.signIn('MEMBER')
  expect(await outcomeOf(member(endpoints.listRawApiLogs, { query: {} }))).toBe('noPermission')
  expect(await outcomeOf(member(endpoints.listRawProxyLogs, { query: {} }))).toBe('noPermission')
})
