import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { makeMember, outcomeOf } from '../auth/testing.ts'
import { sweepSecurityLog } from '../platform/audit/security/write-event.ts'
import { SecurityLogOfTest } from './security-log.fixture.ts'

const log = new SecurityLogOfTest()

test('equal events within a minute are one row with a count', async () => {
  const member = await makeMember(log.server, 'MEMBER')
  for (let time = 0; time < 3; time++) {
    await log.login({ email: member.email, password: 'wrong' })
    await log.read({})
  }
  const rows = await log.read({ event: 'signIn', outcome: 'failure', member: member.email })
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  // The test may run across a full minute, which starts a second row.
  expect(rows.length).toBeLessThanOrEqual(2)
})

test('a row shows the origin of its event, with a cut user agent', async () => {
  const member = await makeMember(log.server, 'MEMBER')
  await log.post('/v1/login', { email: member.email, password: 'wrong' }, { 'user-agent': 'x'.repeat(1000) })
  const [row] = await log.read({ event: 'signIn', outcome: 'failure', member: member.email })
  expect(row).toMatchObject({
    ip: '127.0.0.1',
    user_agent: 'x'.repeat(300),
    route: 'POST /v1/login',
    member_id: member.id,
    until: null,
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  })
})

test('events of an unknown address are found by that address, but no row contains it', async () => {
  const stranger = 'taro.of.nowhere@example.com'
  await log.login({ email: stranger, password: 'wrong' })
  const rows = await log.read({ member: 'Taro.of.Nowhere@example.com' })
  expect(rows).toMatchObject([{ event: 'signIn', member: null, stranger: expect.stringMatching(/^[0-9a-f]{16}$/) }])
  expect(JSON.stringify(await log.server.db.selectFrom('security_events').selectAll().execute())).not.toContain(stranger)
})

test('an address or a client id that the database cannot store is recorded as a stranger', async () => {
  const nul = String.fromCodePoint(0)
  const basic = (id: string) => ({ authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:x`).toString('base64')}` })
  await log.post('/v1/token', new URLSearchParams({ grant_type: 'client_credentials' }), basic(`a${nul}b`))
  await log.login({ email: `a${nul}b@example.com`, password: 'wrong' })
  expect(await log.read({ event: 'apiToken', outcome: 'failure', take: 1 })).toMatchObject([{ detail: 'invalidClient', api_id: null }])
})

test('the list sorts and pages', async () => {
  const member = await makeMember(log.server, 'MEMBER')
  await log.login({ ...member, password: 'wrong' })
  const mine = await log.read({ member: member.email })
  expect(mine.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual(['signIn failure', 'signIn success'])
  expect((await log.read({ member: member.email, sort: 'at:ASC' })).map(({ id }) => id)).toEqual(mine.map(({ id }) => id).toReversed())
  expect((await log.read({ member: member.email, skip: 1 })).map(({ id }) => id)).toEqual([mine[1]?.id])
})

test.each<[name: string, query: Parameters<typeof log.read>[0], found: number]>([
  ['address without events', { ip: '192.0.2.9' }, 0],
  ['address of the test', { ip: '127.0.0.1', take: 1 }, 1],
  ['time before the first event', { created_end: '2020-01-01T00:00:00Z' }, 0],
  ['client type without events', { client_type: 'OPEN_API', outcome: 'success' }, 0],
  ['client type of the console', { client_type: 'WEB_UI', take: 1 }, 1],
])('the list is filtered by its query: %s', async (_name, query, found) => {
  expect(await log.read(query)).toHaveLength(found)
})

test.each<[RoleName, string]>([
  ['ADMIN', 'ok'],
  ['MEMBER', 'noPermission'],
])('the answer of the list to a %s is: %s', async (role, outcome) => {
  const { call } = await makeMember(log.server, role)
  expect(await outcomeOf(call(endpoints.listSecurityEvents, { query: { take: 1 } }))).toBe(outcome)
})

test('no row contains a password, token or code', async () => {
  const member = await makeMember(log.server, 'MEMBER')
  const secret = 'Canary-secret-4711'
  await log.login({ email: member.email, password: secret })
  await outcomeOf(log.server.anonymous(endpoints.verifyOtp, { body: { challengeToken: secret, code: '123456' } }))
  await outcomeOf(log.server.anonymous(endpoints.confirmPassword, { body: { challengeToken: secret, new_password: secret } }))
  await outcomeOf(member.call(endpoints.changePassword, { body: { old_password: secret, new_password: secret } }))
  const tokens = tokensOf(await log.server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } }))
  await log.read({})
  const rows = JSON.stringify(await log.server.db.selectFrom('security_events').selectAll().execute())
  for (const value of [secret, member.password, tokens.accessToken, tokens.refreshToken]) expect(rows).not.toContain(value)
})

test('events older than 180 days are deleted', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  const row = (days: number) => ({ at: at(days), last_at: at(days), event: 'signIn', outcome: 'success', ip: '192.0.2.77' }) as const
  await log.server.db
    .insertInto('security_events')
    .values([row(181), row(179)])
    .execute()
  await sweepSecurityLog(log.server.db)
  expect((await log.read({ ip: '192.0.2.77' })).map((left) => left.at)).toEqual([
    expect.stringContaining(at(179).toISOString().slice(0, 10)),
  ])
})
