import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { seededPermissions } from '@simdeck/contract/permissions.ts'
import { codeOf, failure } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'

type RoleNumber = 1 | 2 | 3
const make = (root: TestCall, role_id: RoleNumber = 3, name = 'Reporting') =>
  root(endpoints.createApiCredential, { body: { name, role_id } })

type TokenAnswer = { access_token: string; scope: string; code?: string; error?: string; message?: string }
async function ask(server: TestServer, form: Record<string, string> | string, headers: Record<string, string> = {}) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form)
  const response = await fetch(`${server.url}/v1/token`, {
    method: 'POST',
    headers: { 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as TokenAnswer }
}
const grant = { grant_type: 'client_credentials' }
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

/** The client of a program with a new API ID of that role. */
async function program(server: TestServer, root: TestCall, role: RoleNumber, language: Language = 'en') {
  const { client_id, client_secret, id } = await make(root, role)
  const { body } = await ask(server, { ...grant, client_id, client_secret })
  const call = createClient({
    baseUrl: (api) => server.url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${body.access_token}`, 'accept-language': language }),
  })
  return Object.assign(call, { id, client_id, client_secret })
}

test('a new API ID has a secret that is shown once and stored as a hash', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const made = await make(root, 2)
  expect(made).toEqual({
    id: expect.any(Number),
    name: 'Reporting',
    client_id: expect.stringMatching(/^sd_[0-9a-f]{24}$/),
    client_secret: expect.stringMatching(/^[\w-]{43}$/),
    role_id: 2,
    role: 'ADMIN',
    created_at: expect.any(String),
    created_by: root.email,
    last_used_at: null,
  })
  const { client_secret, ...shown } = made
  expect(await root(endpoints.listApiCredentials, {})).toEqual([shown])
  const everything = JSON.stringify([
    await server.db.selectFrom('api_credentials').selectAll().execute(),
    await server.db.selectFrom('action_logs').selectAll().execute(),
  ])
  expect(everything + server.logged()).not.toContain(client_secret)
  const [row] = await server.db.selectFrom('action_logs').selectAll().execute()
  expect(row).toMatchObject({ action: 'openApiCreate', status: 200, request_params: '{"name":"Reporting","role_id":2}' })
})

test.each([
  ['en', 'There can be at most 10 API IDs', 'The API ID does not exist'],
  ['ja', 'API IDは10件までです', 'API IDが見つかりません'],
] as const)('at most ten API IDs can exist, even if twenty are requested at once (%s)', async (language, limit, missing) => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT', language)
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(make(root))))
  expect(codes.filter((code) => code === 'answered')).toHaveLength(10)
  expect(codes.filter((code) => code === 'apiCredentialLimit')).toHaveLength(10)
  expect(await failure(make(root))).toMatchObject({ status: 409, message: limit })
  const [first] = await root(endpoints.listApiCredentials, {})
  const remove = () => root(endpoints.deleteApiCredential, { params: { id: first!.id } })
  await remove()
  expect(await failure(remove())).toMatchObject({ status: 404, message: missing })
  expect(await codeOf(make(root))).toBe('answered')
})

test('an API ID stays in the list after its creator is deleted', async () => {
  await using server = await startTestServer()
  const [root, other] = [await server.signIn('ROOT'), await server.signIn('ROOT')]
  await make(other)
  await root(endpoints.deleteMembers, { body: { emails: [other.email] } })
  expect(await root(endpoints.listApiCredentials, {})).toMatchObject([{ name: 'Reporting', created_by: null }])
})

test('ID and secret are exchanged for a token, by HTTP Basic or in the body, with the role’s permissions as scope', async () => {
  await using server = await startTestServer()
  const { client_id, client_secret } = await make(await server.signIn('ROOT'), 2)
  const inBody = await ask(server, { ...grant, client_id, client_secret })
  expect(inBody.body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 600,
    scope: [...seededPermissions.ADMIN].toSorted().join(' '),
  })
  expect([inBody.headers.get('cache-control'), inBody.headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
  expect((await ask(server, grant, basic(client_id, client_secret))).status).toBe(200)
  expect((await ask(server, { ...grant, client_id }, basic(client_id, client_secret))).status).toBe(200)
  expect((await ask(server, { ...grant, client_id, client_secret, scope: 'SIM_CREATE OTA_CREATE' })).status).toBe(200)
})

test('errors of a token request follow RFC 6749 §5.2', async () => {
  await using server = await startTestServer()
  const { client_id, client_secret } = await make(await server.signIn('ROOT'))
  const good = { ...grant, client_id, client_secret }
  const wrong: [number, string, string, Awaited<ReturnType<typeof ask>>][] = [
    [401, 'invalid_client', 'no credentials', await ask(server, grant)],
    [401, 'invalid_client', 'a wrong secret', await ask(server, { ...good, client_secret: 'wrong' })],
    [401, 'invalid_client', 'an unknown ID', await ask(server, { ...good, client_id: `sd_${'0'.repeat(24)}` })],
    [401, 'invalid_client', 'a malformed ID', await ask(server, { ...good, client_id: "' or 1=1 --" })],
    [401, 'invalid_client', 'U+0000 in Basic', await ask(server, grant, basic('sd_\u0000', 'x'))],
    [401, 'invalid_client', 'malformed Basic', await ask(server, grant, { authorization: 'Basic !!!' })],
    [400, 'invalid_request', 'credentials in header and body', await ask(server, good, basic(client_id, client_secret))],
    [400, 'invalid_request', 'another ID in the body', await ask(server, { ...grant, client_id: 'sd_x' }, basic(client_id, client_secret))],
    [400, 'invalid_request', 'a field twice', await ask(server, `${new URLSearchParams(good)}&client_id=x`)],
    [400, 'invalid_request', 'no grant type', await ask(server, { client_id, client_secret })],
    [400, 'invalid_request', 'JSON', await ask(server, JSON.stringify(good), { 'content-type': 'application/json' })],
    [400, 'unsupported_grant_type', 'a password', await ask(server, { ...good, grant_type: 'password' })],
    [400, 'invalid_scope', 'more than the role has', await ask(server, { ...good, scope: 'LOGS_SYSTEM_LOG USER_DELETE' })],
    [400, 'invalid_scope', 'an unknown scope', await ask(server, { ...good, scope: 'root' })],
  ]
  for (const [status, error, what, answer] of wrong)
    expect([what, answer.status, answer.body.error, answer.body.access_token]).toEqual([what, status, error, undefined])
  expect(wrong[0]?.[3].headers.get('www-authenticate')).toBe('Basic realm="simdeck"')
  const messages = async (language: string) =>
    (await ask(server, { ...good, client_secret: 'wrong' }, { 'accept-language': language })).body.message
  expect(await messages('en')).toBe('The API ID or secret is incorrect')
  expect(await messages('ja')).toBe('API IDまたはシークレットが正しくありません')
})

test('ten wrong secrets lock an API ID for their IP only', async () => {
  await using server = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  const root = await server.signIn('ROOT')
  const [tried, other] = [await make(root), await make(root)]
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const wrong = { ...grant, client_id: tried.client_id, client_secret: 'wrong' }
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(server, wrong, from('198.51.100.1'))))
  expect(answers.filter(({ body }) => body.code === 'invalidClient')).toHaveLength(10)
  expect(answers.filter(({ body }) => body.code === 'accountLocked')).toHaveLength(20)
  const right = ({ client_id, client_secret }: typeof tried, ip: string) => ask(server, { ...grant, client_id, client_secret }, from(ip))
  expect(await right(tried, '198.51.100.1')).toMatchObject({ status: 403, body: { code: 'accountLocked', error: 'invalid_client' } })
  expect((await right(other, '198.51.100.1')).status).toBe(200)
  expect((await right(tried, '203.0.113.7')).status).toBe(200)
})

test('after a thousand wrong secrets for an API ID one more from an IP locks that IP, and the owner still gets a token', async () => {
  await using server = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  const { client_id, client_secret } = await make(await server.signIn('ROOT'))
  const askWith = (secret: string, ip: string) => ask(server, { ...grant, client_id, client_secret: secret }, { 'x-forwarded-for': ip })
  await askWith('wrong', '198.51.100.1')
  // This has the effect of a thousand IPs with one attempt each.
  const key = createHash('sha256').update(`client everywhere ${client_id}`).digest()
  await server.db
    .insertInto('sign_in_attempts')
    .values(Array.from({ length: 999 }, () => ({ key })))
    .execute()
  expect((await askWith('wrong', '198.51.100.2')).body.code).toBe('invalidClient')
  expect((await askWith('wrong', '198.51.100.2')).body.code).toBe('accountLocked')
  expect((await askWith(client_secret, '203.0.113.7')).status).toBe(200)
})

test('forty workers of a program that ask at the same time all get a token', async () => {
  await using server = await startTestServer()
  const { client_id, client_secret } = await make(await server.signIn('ROOT'))
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(server, { ...grant, client_id, client_secret })))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
})

test('a program has the permissions of its role, except those for a person’s own account, and is logged as OPEN_API', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const [member, admin, all] = [await program(server, root, 3), await program(server, root, 2), await program(server, root, 1)]
  expect((await member(endpoints.listSims, { query: {} })).totalItems).toBe(0)
  expect(await codeOf(member(endpoints.listRawOtaServiceLogs, { query: {} }))).toBe('noPermission')
  expect(await codeOf(admin(endpoints.listRawOtaServiceLogs, { query: {} }))).toBe('answered')
  expect(await codeOf(admin(endpoints.getAccessRestrictions, {}))).toBe('noPermission')
  expect(await codeOf(all(endpoints.getAccessRestrictions, {}))).toBe('answered')
  for (const own of [endpoints.getMe, endpoints.check, endpoints.wsTicket, endpoints.listSignIns, endpoints.listApiCredentials])
    expect([own.path, await codeOf(all(own, {}))]).toEqual([own.path, 'noPermission'])
  const { data } = await root(endpoints.listSystemLogs, { query: { client_type: 'OPEN_API', sort: 'request_at:ASC' } })
  expect(data[0]).toMatchObject({ action: 'openApiCall', url: '/v1/sims', method: 'GET', status: 200, request_by: 'Reporting' })
  expect(data[1]).toMatchObject({ url: '/v1/logs/raw-ota-service', status: 403 })
  expect(data).toHaveLength(10)
})

test('a revoked API ID is refused at the next request, and gets no token', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const call = await program(server, root, 2)
  await call(endpoints.listMembers, { query: {} })
  await root(endpoints.deleteApiCredential, { params: { id: call.id } })
  expect(await failure(call(endpoints.listMembers, { query: {} }))).toMatchObject({ status: 401, code: 'sessionExpired' })
  const { client_id, client_secret } = call
  expect((await ask(server, { ...grant, client_id, client_secret })).body.code).toBe('invalidClient')
})

test('a role that loses a permission takes it from its API IDs at once', async () => {
  await using server = await startTestServer()
  const call = await program(server, await server.signIn('ROOT'), 2)
  await server.db.deleteFrom('role_permissions').where('role_id', '=', 2).where('permission', '=', 'LOGS_RAW_LOG').execute()
  expect(await codeOf(call(endpoints.listRawOtaServiceLogs, { query: {} }))).toBe('noPermission')
})

test('the last use is shown, and written once a minute at most', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const call = await program(server, root, 3)
  const lastUse = async () => (await root(endpoints.listApiCredentials, {}))[0]?.last_used_at
  const first = await lastUse()
  expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await call(endpoints.listSims, { query: {} })
  expect(await lastUse()).toBe(first)
  const before = new Date(Date.now() - 61_000)
  await server.db.updateTable('api_credentials').set({ last_used_at: before }).execute()
  await call(endpoints.listSims, { query: {} })
  expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(before.getTime())
})

test('the API ranges apply to programs only, and the console ranges to people only', async () => {
  await using server = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  const root = await server.signIn('ROOT')
  const { client_id, client_secret } = await make(root)
  const body = { domains: [], console_ranges: ['127.0.0.1'], api_ranges: ['192.0.2.0/24'] }
  await root(endpoints.putAccessRestrictions, { body })
  const form = { ...grant, client_id, client_secret }
  expect((await ask(server, form)).body).toMatchObject({ code: 'addressNotAllowed', error: 'unauthorized_client' })
  const { body: granted } = await ask(server, form, { 'x-forwarded-for': '192.0.2.8' })
  const list = async (ip: string) => {
    const headers = { authorization: `Bearer ${granted.access_token}`, 'x-forwarded-for': ip }
    return (await fetch(`${server.url}/v1/sims`, { headers })).status
  }
  expect([await list('192.0.2.9'), await list('198.51.100.1'), await list('127.0.0.1')]).toEqual([200, 403, 403])
})
