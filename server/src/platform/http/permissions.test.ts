import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { type RoleName, seededPermissions } from '@simdeck/contract/permissions.ts'
import { makeAccount } from '../../auth/first-member.ts'
import { AccessTokens } from '../../auth/tokens.ts'
import { type Caller, readDocumentedCalls } from '../../testing/documented-calls.ts'
import { codeOf, enableMfa } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${basePaths[endpoint.api]}${endpoint.path}`
const isLogout = ({ path }: Endpoint) => path === '/v1/logout'
/** Logout comes last, because it ends the session of the other calls. */
const all = Object.values<Endpoint>(endpoints).toSorted((a, b) => Number(isLogout(a)) - Number(isLogout(b)))
const roles = ['ROOT', 'ADMIN', 'MEMBER'] as const
const documented = readDocumentedCalls()

test('docs/spec-gaps.md names every endpoint with its need, and no other endpoint', () => {
  const declared = ({ needs, own, beforeMfa, proof }: Endpoint) => ({
    need: needs,
    own: own ?? false,
    setUp: beforeMfa ?? false,
    proof: proof ?? false,
  })
  const inDocument = Object.entries(documented.calls).map(([name, { need, own, setUp, proof }]) => [name, { need, own, setUp, proof }])
  expect(Object.fromEntries(all.map((endpoint) => [nameOf(endpoint), declared(endpoint)]))).toEqual(Object.fromEntries(inDocument))
})

test.each(roles)('docs/spec-gaps.md names the permissions that %s begins with', (role) => {
  expect(documented.permissionsOf(role).toSorted()).toEqual(seededPermissions[role].toSorted())
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const words = { subject: 'Subject', body: '{username} {password}' }
/** Bodies of the calls whose need depends on the body. */
const bodies: Record<string, unknown> = { 'PUT /v1/mail-templates/{name}': { ja: words, en: words } }
const params = {
  id: 999_999,
  packageAID: 'A0000000000000',
  otaVersion: '1.0',
  label: 'none',
  email: 'nobody@example.com',
  name: 'invitation',
}
const refusals = [
  'missingAuthorization',
  'sessionExpired',
  'sessionEnded',
  'accountEnded',
  'noPermission',
  'mfaRequired',
  'addressNotAllowed',
  'accountLocked',
  'verificationRequired',
]

/** The answer of the guard; `in` if the call itself started, with any result. */
async function answerOf(endpoint: Endpoint, authorization: string | undefined): Promise<string> {
  const body = bodies[nameOf(endpoint)]
  const response = await fetch(server.url + basePaths[endpoint.api] + fillPath(endpoint.path, params), {
    method: endpoint.method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (response.ok) return 'in'
  const { code } = (await response.json()) as { code: string }
  expect([nameOf(endpoint), response.status < 500 || code === 'mailNotSent']).toEqual([nameOf(endpoint), true])
  return refusals.includes(code) ? code : 'in'
}

/** Starts another server: one answers 6,000 requests of one address in a minute, and the calls of all tests together are more. */
async function startAnew(): Promise<void> {
  await server[Symbol.asyncDispose]()
  server = await startTestServer()
}

async function expectEverywhere(authorization: string | undefined, expected: (name: string) => string): Promise<void> {
  for (const endpoint of all) {
    const name = nameOf(endpoint)
    expect([name, await answerOf(endpoint, authorization)]).toEqual([name, expected(name)])
  }
}

async function newMember(role: RoleName) {
  const email = `${role.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`
  const { password } = await makeAccount(server.db, { email, name: role, role })
  return { email, password, login: () => server.anonymous(endpoints.login, { body: { email, password } }) }
}

async function programToken(role_id: 1 | 2 | 3): Promise<{ token: string; revoke: () => Promise<unknown> }> {
  const root = await server.signIn('ROOT')
  const { id, client_id, client_secret } = await root(endpoints.createApiCredential, { body: { name: 'program', role_id } })
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = (await (await fetch(`${server.url}/v1/token`, { method: 'POST', body: form })).json()) as { access_token: string }
  return { token: answer.access_token, revoke: () => root(endpoints.deleteApiCredential, { params: { id } }) }
}

describe('without a valid token only calls that need none are admitted', () => {
  const outside = (code: string) => (name: string) => (documented.needsNoToken(name) ? 'in' : code)

  test('anonymous', () => expectEverywhere(undefined, outside('missingAuthorization')))

  test('an invalid token', () => expectEverywhere('Bearer nonsense', outside('sessionExpired')))

  test('a valid token that is not sent as a bearer token', async () => {
    const { accessToken } = await server.signIn('ROOT')
    await expectEverywhere(accessToken, outside('missingAuthorization'))
    await expectEverywhere(`Basic ${accessToken}`, outside('missingAuthorization'))
  })

  test('an expired token of an open sign-in', async () => {
    const { accessToken } = await server.signIn('ROOT')
    const { sub, sid } = decodeJwt<{ sid: string }>(accessToken)
    const claims = { memberId: Number(sub?.split(':')[1]), signInId: sid }
    const issued = async (minutesAgo: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutesAgo * 60_000 })
      const token = await new AccessTokens(server.masterKey).sign(claims)
      vi.useRealTimers()
      return `Bearer ${token}`
    }
    expect(await answerOf(endpoints.check, await issued(9))).toBe('in')
    await expectEverywhere(await issued(11), outside('sessionExpired'))
  })

  test('the token of a sign-in that waits for its second factor', async () => {
    const admin = await newMember('ADMIN')
    const { accessToken } = tokensOf(await admin.login())
    await enableMfa(clientWith(accessToken))
    const pending = await admin.login()
    expect(pending).toMatchObject({ challenge: 'SOFTWARE_TOKEN_MFA' })
    await expectEverywhere(`Bearer ${'challengeToken' in pending ? pending.challengeToken : ''}`, outside('sessionExpired'))
  })

  test('the token of a sign-in that waits for a new password', async () => {
    const root = await newMember('ROOT')
    await server.db.updateTable('members').set({ must_change_password: true }).where('email', '=', root.email).execute()
    const pending = await root.login()
    expect(pending).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' })
    await expectEverywhere(`Bearer ${'challengeToken' in pending ? pending.challengeToken : ''}`, outside('sessionExpired'))
  })

  test('a refresh token and a websocket ticket', async () => {
    const tokens = tokensOf(await (await newMember('ROOT')).login())
    await expectEverywhere(`Bearer ${tokens.refreshToken}`, outside('sessionExpired'))
    const { ticket } = await (await server.signIn('ROOT'))(endpoints.wsTicket, {})
    await expectEverywhere(`Bearer ${ticket}`, outside('sessionExpired'))
  })

  test('the token of a sign-in that has ended', async () => {
    const root = await server.signIn('ROOT')
    await root(endpoints.logout, {})
    await expectEverywhere(`Bearer ${root.accessToken}`, outside('sessionEnded'))
  })

  test.each(['deactivated', 'in confirmation', 'deleted'])('the token of a member who is %s', async (what) => {
    const root = await server.signIn('ROOT')
    const row = server.db.updateTable('members').where('email', '=', root.email)
    if (what === 'deactivated') await row.set({ account_status: 'inactive' }).execute()
    else if (what === 'in confirmation') await row.set({ account_status: 'in_confirm' }).execute()
    else await server.db.deleteFrom('members').where('email', '=', root.email).execute()
    await expectEverywhere(`Bearer ${root.accessToken}`, outside('accountEnded'))
  })

  test('the token of a revoked API ID', async () => {
    const { token, revoke } = await programToken(1)
    await revoke()
    await expectEverywhere(`Bearer ${token}`, outside('sessionExpired'))
  })
})

describe('with a valid token each call is admitted or refused as documented', () => {
  const inside = (caller: Caller) => (name: string) => documented.answerTo(name, caller)

  test.each(roles)('%s', async (role) => {
    const { accessToken } = await server.signIn(role)
    await expectEverywhere(`Bearer ${accessToken}`, inside({ role, as: 'person' }))
  })

  test.each(roles)('a program with an API ID of %s', async (role) => {
    const { token } = await programToken(({ ROOT: 1, ADMIN: 2, MEMBER: 3 } as const)[role])
    await expectEverywhere(`Bearer ${token}`, inside({ role, as: 'program' }))
  })

  test.each(roles)('%s, whose last proof is older than ten minutes', async (role) => {
    await startAnew()
    const { accessToken } = await server.signIn(role)
    const signInId = decodeJwt<{ sid: string }>(accessToken).sid
    const verified_at = new Date(Date.now() - 11 * 60_000)
    await server.db.updateTable('sign_ins').set({ verified_at }).where('id', '=', signInId).execute()
    await expectEverywhere(`Bearer ${accessToken}`, inside({ role, as: 'personLongIn' }))
  })

  test.each(roles)('%s, whose role requires a second factor that is not set up', async (role) => {
    await startAnew()
    const key = 'system_mfa_required_roles'
    const { accessToken } = await server.signIn(role)
    await server.db.insertInto('settings').values({ key, value: '1,2,3', type: 1, created_by: null, updated_at: new Date() }).execute()
    try {
      await expectEverywhere(`Bearer ${accessToken}`, inside({ role, as: 'personToSetUp' }))
    } finally {
      await server.db.deleteFrom('settings').where('key', '=', key).execute()
    }
  })

  test.each(roles)('%s, whose address is locked: an open sign-in stays valid, and a new one is refused', async (role) => {
    await startAnew()
    const member = await newMember(role)
    const { accessToken } = tokensOf(await member.login())
    const wrong = () => server.anonymous(endpoints.login, { body: { email: member.email, password: 'wrong' } })
    for (let n = 0; n < 10; n += 1) await codeOf(wrong())
    expect(await codeOf(member.login())).toBe('accountLocked')
    await expectEverywhere(`Bearer ${accessToken}`, inside({ role, as: 'person' }))
  })
})

const clientWith = (accessToken: string) =>
  createClient({ baseUrl: (api) => server.url + basePaths[api], headers: () => ({ authorization: `Bearer ${accessToken}` }) })

test('a deactivated member and one whose role lost a permission are refused at the next request', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await server.db.deleteFrom('role_permissions').where('role_id', '=', 2).where('permission', '=', 'LOGS_RAW_LOG').execute()
  await expect(admin(endpoints.listRawOtaServiceLogs, { query: {} })).rejects.toMatchObject({ status: 403 })
  await server.db.updateTable('members').set({ account_status: 'inactive' }).where('email', '=', admin.email).execute()
  await expect(admin(endpoints.check, {})).rejects.toMatchObject({ status: 401, body: { code: 'accountEnded' } })
})
