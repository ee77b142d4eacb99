import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import type { SecurityEvent, SecurityEventName } from '@simdeck/contract/security-log.ts'
import { clearRanges } from '../access/clear-ranges.ts'
import { ActionLog } from '../platform/audit/action-log.ts'
import { sweepSecurityLog } from '../platform/audit/security/write-event.ts'
import { codeIn, codeOf, enableMfa, forgetStep, mailsTo, makeMember, outcomeOf, tokenIn, type TestMember } from '../auth/testing.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let root: TestMember
beforeAll(async () => {
  server = await startTestServer()
  root = await makeMember(server, 'ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

const fresh = 'Kx7mQp2!vRtw'
const read = async (query: QueryIn<typeof endpoints.listSecurityEvents>): Promise<SecurityEvent[]> =>
  (await root.call(endpoints.listSecurityEvents, { query })).data

const post = (path: string, body: object | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: body instanceof URLSearchParams ? headers : { 'content-type': 'application/json', ...headers },
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  })

const login = ({ email, password }: { email: string; password: string }) =>
  outcomeOf(server.anonymous(endpoints.login, { body: { email, password } }))

const smtp = { host: 'localhost', port: 2525, security: 'none' as const, username: '', from_address: 'a@example.com', from_name: '' }
const words = { subject: 'Subject', body: '{username} {password}' }

/** The newest row of that event without time and origin. */
async function told(event: SecurityEventName) {
  const [row] = await read({ event, take: 1 })
  return row && { outcome: row.outcome, detail: row.detail, member: row.member, target: row.target, source: row.source, api_id: row.api_id }
}

type Case = {
  event: SecurityEventName
  what: string
  does: (member: TestMember) => Promise<unknown>
  row: (member: TestMember) => Partial<Awaited<ReturnType<typeof told>>>
}
const byRoot = (row: object = {}) => ({ member: root.email, ...row })
const failed = (detail: string, row: object = {}) => ({ outcome: 'failure' as const, detail, ...row })

async function newProgram(role_id: 1 | 2 | 3 = 3) {
  const made = await root.call(endpoints.createApiCredential, { body: { name: 'Reporting', role_id } })
  const form = (secret: string) =>
    new URLSearchParams({ grant_type: 'client_credentials', client_id: made.client_id, client_secret: secret })
  return { ...made, token: (secret = made.client_secret) => post('/v1/token', form(secret)) }
}

const invite = async () => {
  const email = `invited-${crypto.randomUUID().slice(0, 8)}@example.com`
  await root.call(endpoints.createMember, { body: { email, name: 'Invited', role_id: 3 } })
  return email
}

const cases: Case[] = [
  { event: 'signIn', what: 'a sign-in', does: login, row: ({ email }) => ({ outcome: 'success', detail: null, member: email }) },
  {
    event: 'signIn',
    what: 'a wrong password',
    does: ({ email }) => login({ email: email.toUpperCase(), password: 'wrong' }),
    row: ({ email }) => failed('incorrectCredentials', { member: email }),
  },
  {
    event: 'signIn',
    what: 'a wrong password for an address that nobody has, which is not told',
    does: () => login({ email: 'nobody@example.com', password: 'wrong' }),
    row: () => failed('incorrectCredentials', { member: null }),
  },
  {
    event: 'locked',
    what: 'a lock',
    does: async ({ email }) => {
      for (let time = 0; time < 10; time++) await login({ email, password: 'wrong' })
    },
    row: ({ email }) => ({ outcome: 'failure', member: email }),
  },
  {
    event: 'unlocked',
    what: 'the end of a lock',
    does: ({ email }) => root.call(endpoints.unlockMember, { params: { email } }),
    row: ({ email }) => byRoot({ target: email }),
  },
  {
    event: 'signInStep',
    what: 'a right password that is not yet all',
    does: async (member) => {
      await enableMfa(server, member)
      await login(member)
    },
    row: ({ email }) => ({ outcome: 'success', detail: 'SOFTWARE_TOKEN_MFA', member: email }),
  },
  {
    event: 'mfaCode',
    what: 'a wrong second factor of a sign-in',
    does: async (member) => {
      await enableMfa(server, member)
      const { email, password } = member
      const answer = await server.anonymous(endpoints.login, { body: { email, password } })
      if (!('challengeToken' in answer)) throw new Error('no second factor was asked for')
      await outcomeOf(
        server.anonymous(endpoints.verifyOtp, { body: { challengeToken: answer.challengeToken, recoveryCode: 'xxxxx-xxxxx' } }),
      )
    },
    row: ({ email }) => failed('incorrectCode', { member: email }),
  },
  {
    event: 'mfaCode',
    what: 'a wrong code of who is signed in',
    does: async (member) => {
      await enableMfa(server, member)
      await outcomeOf(member.call(endpoints.verifyOwnOtp, { body: { recoveryCode: 'xxxxx-xxxxx' } }))
    },
    row: ({ email }) => failed('invalidOtpCode', { member: email }),
  },
  { event: 'mfaEnabled', what: 'MFA set up', does: (member) => enableMfa(server, member), row: ({ email }) => ({ member: email }) },
  {
    event: 'proof',
    what: 'a proof with a code',
    does: async (member) => {
      const { secret } = await enableMfa(server, member)
      await forgetStep(server, member.id)
      await member.call(endpoints.verifyOwnOtp, { body: { code: codeOf(secret) } })
    },
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'mfaReset',
    what: 'MFA taken from a member by an administrator',
    does: async (member) => {
      await enableMfa(server, member)
      await root.call(endpoints.resetMemberMfa, { params: { email: member.email } })
    },
    row: ({ email }) => byRoot({ target: email }),
  },
  {
    event: 'mfaDisabled',
    what: 'MFA ended by its owner',
    does: async (member) => {
      await enableMfa(server, member)
      await member.call(endpoints.resetMfa, {})
    },
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'recoveryCodesRenewed',
    what: 'new recovery codes',
    does: async (member) => {
      await enableMfa(server, member)
      await member.call(endpoints.renewRecoveryCodes, {})
    },
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'proof',
    what: 'a wrong password of who is signed in',
    does: ({ call }) => outcomeOf(call(endpoints.confirmItsMe, { body: { password: 'wrong' } })),
    row: ({ email }) => failed('invalidPassword', { member: email }),
  },
  {
    event: 'passwordResetAsked',
    what: 'a reset asked for',
    does: ({ email }) => server.anonymous(endpoints.requestPasswordReset, { body: { email } }),
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'passwordReset',
    what: 'a wrong reset code',
    does: ({ email }) =>
      outcomeOf(server.anonymous(endpoints.confirmPasswordReset, { body: { email, code: '00000000', new_password: fresh } })),
    row: ({ email }) => failed('otpIncorrectOrExpired', { member: email }),
  },
  {
    event: 'passwordReset',
    what: 'a reset done',
    does: async ({ email }) => {
      await server.anonymous(endpoints.requestPasswordReset, { body: { email } })
      const code = codeIn(await mailsTo(server, email))
      await server.anonymous(endpoints.confirmPasswordReset, { body: { email, code, new_password: fresh } })
    },
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'passwordChanged',
    what: 'a password changed',
    does: ({ call, password }) => call(endpoints.changePassword, { body: { old_password: password, new_password: fresh } }),
    row: ({ email }) => ({ outcome: 'success', member: email }),
  },
  {
    event: 'linkRefused',
    what: 'a link that is none',
    does: () => outcomeOf(server.anonymous(endpoints.checkLink, { body: { challengeToken: 'x' } })),
    row: () => failed('linkInvalid', { member: null }),
  },
  { event: 'signOut', what: 'a sign-out', does: ({ call }) => call(endpoints.logout, {}), row: ({ email }) => ({ member: email }) },
  {
    event: 'signInsEnded',
    what: 'other sign-ins ended',
    does: ({ call }) => call(endpoints.endOtherSignIns, {}),
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'signInsEnded',
    what: 'the sign-ins of a member ended by an administrator',
    does: ({ email }) => root.call(endpoints.endMemberSignIns, { params: { email } }),
    row: ({ email }) => byRoot({ target: email }),
  },
  {
    event: 'refreshTokenReused',
    what: 'a refresh token used again',
    does: async ({ refreshToken }) => {
      const renew = (token: string) => server.anonymous(endpoints.refreshToken, { body: { refresh_token: token } })
      const second = await renew(refreshToken)
      await renew((await renew(second.refreshToken)).refreshToken)
      await outcomeOf(renew(refreshToken))
    },
    row: ({ email }) => failed('sessionEnded', { member: email }),
  },
  {
    event: 'apiIdAdded',
    what: 'an API ID made',
    does: () => newProgram(2),
    row: () => byRoot({ detail: 'role_id=2', target: 'Reporting' }),
  },
  {
    event: 'apiToken',
    what: 'a token given',
    does: async () => (await newProgram()).token(),
    row: () => ({ outcome: 'success', api_id: 'Reporting', member: null, source: 'OPEN_API' }),
  },
  {
    event: 'apiToken',
    what: 'a token refused',
    does: async () => (await newProgram()).token('wrong'),
    row: () => failed('invalidClient', { api_id: 'Reporting', source: 'OPEN_API' }),
  },
  {
    event: 'apiIdDeleted',
    what: 'an API ID revoked',
    does: async () => root.call(endpoints.deleteApiCredential, { params: { id: (await newProgram()).id } }),
    row: () => byRoot(),
  },
  {
    event: 'refused',
    what: 'a read that the role does not allow',
    does: ({ call }) => outcomeOf(call(endpoints.listSecurityEvents, { query: {} })),
    row: ({ email }) => failed('noPermission', { member: email }),
  },
  {
    event: 'refused',
    what: 'a change by an API ID that its role does not allow',
    does: async () => {
      const { access_token } = (await (await (await newProgram()).token()).json()) as { access_token: string }
      await post('/v1/groups', { name: 'x' }, { authorization: `Bearer ${access_token}` })
    },
    row: () => failed('noPermission', { api_id: 'Reporting', source: 'OPEN_API' }),
  },
  { event: 'memberAdded', what: 'a member invited', does: invite, row: () => byRoot({ detail: 'role_id=3' }) },
  {
    event: 'invitationSent',
    what: 'an invitation sent again',
    does: async () => root.call(endpoints.resendInvitation, { params: { email: await invite() } }),
    row: () => byRoot(),
  },
  {
    event: 'roleChanged',
    what: 'another role',
    does: ({ email }) => root.call(endpoints.updateMember, { params: { email }, body: { role_id: 2 } }),
    row: ({ email }) => byRoot({ detail: 'role_id=2', target: email }),
  },
  {
    event: 'memberChanged',
    what: 'a member deactivated',
    does: ({ email }) => root.call(endpoints.updateMember, { params: { email }, body: { activation: 1 } }),
    row: ({ email }) => byRoot({ detail: 'deactivated', target: email }),
  },
  {
    event: 'memberDeleted',
    what: 'a member deleted',
    does: ({ email }) => root.call(endpoints.deleteMembers, { body: { emails: [email] } }),
    row: ({ email }) => byRoot({ target: email }),
  },
  {
    event: 'emailChangeAsked',
    what: 'another address asked for',
    does: ({ call }) => call(endpoints.requestEmailChange, { body: { email: 'other.asked@example.com' } }),
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'emailChanged',
    what: 'another address',
    does: async ({ call, email }) => {
      const other = `new-${email}`
      await call(endpoints.requestEmailChange, { body: { email: other } })
      const challengeToken = tokenIn(await mailsTo(server, other))
      await server.anonymous(endpoints.confirmEmailChange, { body: { challengeToken } })
    },
    row: ({ email }) => ({ member: `new-${email}` }),
  },
  {
    event: 'securitySettingsChanged',
    what: 'another password rule',
    does: () => root.call(endpoints.postUserConfig, { body: [{ key: 'system_password_number', value: '1' }] }),
    row: () => byRoot({ detail: 'system_password_number=1' }),
  },
  {
    event: 'templatesChanged',
    what: 'other words of a mail',
    does: () => root.call(endpoints.putMailTemplate, { params: { name: 'invitation' }, body: { ja: words, en: words } }),
    row: () => byRoot({ detail: 'invitation' }),
  },
  {
    event: 'mailServerChanged',
    what: 'another mail server',
    does: () => root.call(endpoints.putMailSettings, { body: smtp }),
    row: () => byRoot({ detail: null }),
  },
  {
    event: 'mailServerChanged',
    what: 'no mail server',
    does: () => root.call(endpoints.deleteMailSettings, {}),
    row: () => byRoot({ detail: 'deleted' }),
  },
  {
    event: 'mailDestinationsChanged',
    what: 'other destinations of system mail',
    does: () => root.call(endpoints.putMailDestinations, { body: { destinations: ['ops@example.com'] } }),
    row: () => byRoot(),
  },
  {
    event: 'signUpAsked',
    what: 'a sign-up while it is closed',
    does: () => outcomeOf(server.anonymous(endpoints.register, { body: { email: 'new@example.com', name: 'New' } })),
    row: () => failed('signUpClosed', { member: null }),
  },
  {
    event: 'restrictionsChanged',
    what: 'other restrictions',
    does: () =>
      root.call(endpoints.putAccessRestrictions, { body: { domains: [], console_ranges: ['127.0.0.1'], api_ranges: ['192.0.2.1'] } }),
    row: () => byRoot({ source: 'WEB_UI' }),
  },
  {
    event: 'apiToken',
    what: 'a token asked for from an address that is not allowed',
    does: async () => (await newProgram()).token(),
    row: () => failed('addressNotAllowed', { source: 'OPEN_API' }),
  },
  {
    event: 'restrictionsChanged',
    what: 'restrictions ended on the server itself',
    does: async () => {
      const database = openDatabase(server.databaseUrl, { max: 2 })
      await clearRanges(database, new ActionLog(server.masterKey))
      await database.close()
    },
    row: () => ({ member: null, source: null }),
  },
]

describe('an administrator reads', () => {
  test.each(cases)('$event: $what', async ({ event, does, row }) => {
    const member = await makeMember(server, 'MEMBER')
    await does(member)
    expect(await told(event)).toMatchObject({ ...row(member) })
  })
})

test('equal events within a minute are one row with a count, and a row shows its origin', async () => {
  const member = await makeMember(server, 'MEMBER')
  const headers = { 'user-agent': 'x'.repeat(1000) }
  for (let time = 0; time < 3; time++) {
    await post('/v1/login', { email: member.email, password: 'wrong' }, headers)
    await read({})
  }
  const rows = await read({ event: 'signIn', outcome: 'failure', member: member.email })
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  // The test may run across a full minute, which starts a second row.
  expect(rows.length).toBeLessThanOrEqual(2)
  expect(rows[0]).toMatchObject({
    ip: '127.0.0.1',
    user_agent: 'x'.repeat(300),
    route: 'POST /v1/login',
    member_id: member.id,
    until: null,
  })
  expect(rows[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('events of an unknown address are found by that address, but no row contains it', async () => {
  const stranger = 'taro.of.nowhere@example.com'
  await login({ email: stranger, password: 'wrong' })
  const rows = await read({ member: 'Taro.of.Nowhere@example.com' })
  expect(rows).toMatchObject([{ event: 'signIn', member: null, stranger: expect.stringMatching(/^[0-9a-f]{16}$/) }])
  expect(JSON.stringify(await server.db.selectFrom('security_events').selectAll().execute())).not.toContain(stranger)
})

test('an address or a client id that the database cannot store is recorded as a stranger', async () => {
  const nul = String.fromCodePoint(0)
  const basic = (id: string) => ({ authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:x`).toString('base64')}` })
  await post('/v1/token', new URLSearchParams({ grant_type: 'client_credentials' }), basic(`a${nul}b`))
  await login({ email: `a${nul}b@example.com`, password: 'wrong' })
  expect(await read({ event: 'apiToken', outcome: 'failure', take: 1 })).toMatchObject([{ detail: 'invalidClient', api_id: null }])
})

test('the list filters, sorts and pages; a member without the permission is refused', async () => {
  const member = await makeMember(server, 'MEMBER')
  await login({ ...member, password: 'wrong' })
  const mine = await read({ member: member.email })
  expect(mine.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual(['signIn failure', 'signIn success'])
  expect((await read({ member: member.email, sort: 'at:ASC' })).map(({ id }) => id)).toEqual(mine.map(({ id }) => id).toReversed())
  expect((await read({ member: member.email, skip: 1 })).map(({ id }) => id)).toEqual([mine[1]?.id])
  expect(await read({ ip: '192.0.2.9' })).toEqual([])
  expect((await read({ ip: '127.0.0.1', take: 1 })).length).toBe(1)
  expect(await read({ created_end: '2020-01-01T00:00:00Z' })).toEqual([])
  expect((await read({ client_type: 'OPEN_API', take: 100 })).every(({ source }) => source === 'OPEN_API')).toBe(true)
  const admin = await makeMember(server, 'ADMIN')
  expect(await outcomeOf(admin.call(endpoints.listSecurityEvents, { query: { take: 1 } }))).toBe('ok')
  expect(await outcomeOf(member.call(endpoints.listSecurityEvents, { query: {} }))).toBe('noPermission')
})

test('no row contains a password, token or code', async () => {
  const member = await makeMember(server, 'MEMBER')
  const secret = 'Canary-secret-4711'
  await login({ email: member.email, password: secret })
  await outcomeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken: secret, code: '123456' } }))
  await outcomeOf(server.anonymous(endpoints.confirmPassword, { body: { challengeToken: secret, new_password: secret } }))
  await outcomeOf(member.call(endpoints.changePassword, { body: { old_password: secret, new_password: secret } }))
  const tokens = tokensOf(await server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } }))
  await read({})
  const rows = JSON.stringify(await server.db.selectFrom('security_events').selectAll().execute())
  for (const value of [secret, member.password, tokens.accessToken, tokens.refreshToken]) expect(rows).not.toContain(value)
})

test('events older than 180 days are deleted', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  const row = (days: number) => ({ at: at(days), last_at: at(days), event: 'signIn', outcome: 'success', ip: '192.0.2.77' }) as const
  await server.db
    .insertInto('security_events')
    .values([row(181), row(179)])
    .execute()
  await sweepSecurityLog(server.db)
  expect((await read({ ip: '192.0.2.77' })).map((kept) => kept.at)).toEqual([expect.stringContaining(at(179).toISOString().slice(0, 10))])
})
