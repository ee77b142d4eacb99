import fc from 'fast-check'
import { SignJWT } from 'jose'
import { createHmac, createPrivateKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { deriveKey } from '../../platform/crypto/seal.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { sweepAuth } from '../sweep.ts'
import { clientOf, makeMember, outcomeOf, refusal, type TestMember } from '../testing.ts'
import { hashSecret } from '../tokens.ts'

const refresh = (server: TestServer, refresh_token: string) => clientOf(server, null)(endpoints.refreshToken, { body: { refresh_token } })

test('20 tabs that renew one token at the same time all stay signed in, and the token that they store stays valid', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh(server, member.refreshToken)))
  for (const { accessToken } of tabs) expect(await outcomeOf(clientOf(server, accessToken)(endpoints.check, {}))).toBe('ok')
  // The tabs of a browser share one storage, which holds the last answer.
  const stored = tabs.at(-1)?.refreshToken ?? ''
  const again = await Promise.all(tabs.map(() => refresh(server, stored)))
  expect(again).toHaveLength(20)
  expect(await outcomeOf(member.call(endpoints.check, {}))).toBe('ok')
})

test('a refresh token is refused after its successor was used, and its sign-in ends, but no other', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const elsewhere = await server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } })
  const second = await refresh(server, member.refreshToken)
  const third = await refresh(server, second.refreshToken)
  expect(await refusal(refresh(server, member.refreshToken))).toMatchObject({
    status: 401,
    code: 'sessionEnded',
  })
  expect(await outcomeOf(refresh(server, third.refreshToken))).toBe('sessionEnded')
  expect(await outcomeOf(clientOf(server, third.accessToken)(endpoints.check, {}))).toBe('sessionEnded')
  expect(await outcomeOf(refresh(server, 'refreshToken' in elsewhere ? elsewhere.refreshToken : ''))).toBe('ok')
})

type Holder = 'owner' | 'thief'

/** Owner and thief each have a copy of one refresh token. Each uses the token of the latest own answer, until one is refused. */
async function useInOrder(server: TestServer, order: readonly Holder[]): Promise<void> {
  const { refreshToken } = await makeMember(server)
  const held = { owner: refreshToken, thief: refreshToken }
  const uses = { owner: 0, thief: 0 }
  let ahead: Holder | null = null
  for (const who of order) {
    uses[who] += 1
    // The first holder to use a successor is ahead; the token of the other holder is then outdated.
    if (uses[who] === 2) ahead ??= who
    if (ahead !== null && ahead !== who) {
      for (const token of [held[who], held[ahead], refreshToken])
        expect([order, await outcomeOf(refresh(server, token))]).toEqual([order, 'sessionEnded'])
      return
    }
    held[who] = (await refresh(server, held[who])).refreshToken
  }
}

test('in every order of uses by an owner and a thief, the use of the outdated token ends the sign-in for both', async () => {
  await using server = await startTestServer()
  const seen = ['owner thief owner thief', 'thief owner thief owner', 'owner thief thief owner', 'owner owner thief', 'thief thief owner']
  for (const order of seen) await useInOrder(server, order.split(' ') as Holder[])
  const orders = fc.array(fc.constantFrom<Holder>('owner', 'thief'), { minLength: 3, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(orders, (order) => useInOrder(server, order)),
    { numRuns: 25 },
  )
})

test('the use of an old copy ends the sign-in after any number of renewals', async () => {
  await using server = await startTestServer()
  const { refreshToken } = await makeMember(server)
  let token = refreshToken
  for (let use = 0; use < 22; use++) token = (await refresh(server, token)).refreshToken
  expect(await outcomeOf(refresh(server, refreshToken))).toBe('sessionEnded')
  expect(await outcomeOf(refresh(server, token))).toBe('sessionEnded')
})

test('one token is exchanged a hundred times at most, and its successors stay valid', async () => {
  await using server = await startTestServer()
  const { refreshToken, call } = await makeMember(server)
  const outcomes = await Promise.all(Array.from({ length: 105 }, () => refresh(server, refreshToken).catch(() => null)))
  const good = outcomes.filter((answer) => answer !== null)
  expect(good).toHaveLength(100)
  expect(await outcomeOf(refresh(server, refreshToken))).toBe('tooManyRequests')
  expect(await outcomeOf(refresh(server, good.at(-1)?.refreshToken ?? ''))).toBe('ok')
  expect(await outcomeOf(call(endpoints.check, {}))).toBe('ok')
})

test('a sign-in ends after 12 hours without use, and after 30 days', async () => {
  await using server = await startTestServer()
  const hour = 3_600_000
  for (const [change, outcome] of [
    [{ last_used_at: new Date(Date.now() - 11.9 * hour) }, 'ok'],
    [{ last_used_at: new Date(Date.now() - 12.1 * hour) }, 'sessionExpired'],
    [{ created_at: new Date(Date.now() - 29.9 * 24 * hour) }, 'ok'],
    [{ created_at: new Date(Date.now() - 30.1 * 24 * hour) }, 'sessionExpired'],
  ] as const) {
    const member = await makeMember(server)
    await server.db.updateTable('sign_ins').set(change).where('member_id', '=', member.id).execute()
    expect(await outcomeOf(refresh(server, member.refreshToken))).toBe(outcome)
  }
})

test('a caller with a genuine token learns why the session ended; a caller with a made-up token does not', async () => {
  await using server = await startTestServer()
  const codesFor = async ({ call, refreshToken }: TestMember) => [
    await outcomeOf(call(endpoints.check, {})),
    await outcomeOf(refresh(server, refreshToken)),
  ]
  const root = await makeMember(server, 'ROOT')
  const ended = await makeMember(server)
  await root.call(endpoints.endMemberSignIns, { params: { email: ended.email } })
  expect(await codesFor(ended)).toEqual(['sessionEnded', 'sessionEnded'])
  const deactivated = await makeMember(server)
  await root.call(endpoints.updateMember, { params: { email: deactivated.email }, body: { activation: 1 } })
  expect(await codesFor(deactivated)).toEqual(['accountEnded', 'accountEnded'])
  const deleted = await makeMember(server)
  await root.call(endpoints.deleteMembers, { body: { emails: [deleted.email] } })
  expect(await codesFor(deleted)).toEqual(['accountEnded', 'accountEnded'])
  // The browser returns long after its sign-in was deleted.
  const away = await makeMember(server)
  await server.db.deleteFrom('sign_ins').where('member_id', '=', away.id).execute()
  expect(await codesFor(away)).toEqual(['sessionExpired', 'sessionExpired'])

  const [random = '', names = '', mac = ''] = deleted.refreshToken.split('.')
  const [, ofRoot = ''] = root.refreshToken.split('.')
  for (const token of [`${random}.${names}`, `${random}.${names}.${mac.slice(1)}A`, `${random}.${ofRoot}.${mac}`, `.${names}.`])
    expect(await outcomeOf(refresh(server, token))).toBe('sessionExpired')
  const [head = '', claims = ''] = deleted.accessToken.split('.')
  const [, , signature = ''] = root.accessToken.split('.')
  expect(await outcomeOf(clientOf(server, `${head}.${claims}.${signature}`)(endpoints.check, {}))).toBe('sessionExpired')
})

test('a refresh token of an earlier version, which names no member, still renews its session', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { id } = (await member.call(endpoints.listSignIns, {}))[0] ?? { id: '' }
  const unsigned = `${randomBytes(24).toString('base64url')}.${id}`
  const mac = createHmac('sha256', deriveKey(server.masterKey, 'refresh tokens')).update(unsigned).digest('base64url')
  const former = `${unsigned}.${mac}`
  await server.db
    .insertInto('refresh_tokens')
    .values({ hash: hashSecret(former), sign_in_id: id, generation: 1 })
    .execute()
  expect(await outcomeOf(refresh(server, former))).toBe('ok')
  await server.db.deleteFrom('members').where('id', '=', member.id).execute()
  expect(await outcomeOf(refresh(server, former))).toBe('sessionExpired')
})

test('deactivation ends access token, refresh token, socket and sign-in at once', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { ticket } = await member.call(endpoints.wsTicket, {})
  await server.db.updateTable('members').set({ account_status: 'inactive' }).where('id', '=', member.id).execute()
  expect(await outcomeOf(member.call(endpoints.getMe, {}))).toBe('accountEnded')
  expect(await outcomeOf(refresh(server, member.refreshToken))).toBe('accountEnded')
  const closed = await new Promise<number>((done) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
    socket.addEventListener('close', ({ code }) => done(code))
  })
  expect(closed).toBe(4401)
  const { email, password } = member
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email, password } }))).toBe('incorrectCredentials')
})

test('an access token that has expired, or that names its owner in an unknown form, is refused', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { id: sid } = (await member.call(endpoints.listSignIns, {}))[0] ?? { id: '' }
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), deriveKey(server.masterKey, 'access tokens')])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const sign = (subject: string, expires: string) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
      .setSubject(subject)
      .setIssuer('simdeck')
      .setAudience('simdeck-api')
      .setExpirationTime(expires)
      .sign(key)
  const check = async (token: string) => outcomeOf(clientOf(server, token)(endpoints.check, {}))
  expect(await check(await sign(`member:${member.id}`, '1m'))).toBe('ok')
  expect(await check(await sign(`member:${member.id}`, '-1s'))).toBe('sessionExpired')
  expect(await check(await sign(String(member.id), '1m'))).toBe('sessionExpired')
  expect(await check(await sign('api:1', '1m'))).toBe('sessionExpired')
  const missing = await fetch(`${server.url}/v1/check`, { headers: { 'accept-language': 'en' } })
  expect(await missing.json()).toEqual({ code: 'missingAuthorization', message: 'Authorization header seems missing' })
  const basic = await fetch(`${server.url}/v1/check`, { headers: { 'accept-language': 'ja', authorization: 'Basic eDp5' } })
  expect(await basic.json()).toMatchObject({ message: '認証情報がありません' })
})

test('the answers of a sign-in are in both languages', async () => {
  await using server = await startTestServer()
  for (const [language, credentials, session] of [
    ['en', 'Incorrect username or password', 'Your session has expired. Please sign in again'],
    ['ja', 'メールアドレスまたはパスワードが正しくありません', 'セッションの有効期限が切れました。もう一度ログインしてください'],
  ] as const) {
    const call = clientOf(server, null, language)
    const wrong = await refusal(call(endpoints.login, { body: { email: 'nobody@example.com', password: 'x' } }))
    expect(wrong).toMatchObject({ status: 401, message: credentials })
    expect((await refusal(call(endpoints.refreshToken, { body: { refresh_token: 'x' } }))).message).toBe(session)
  }
})

test('expired rows are deleted, and valid ones stay', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await outcomeOf(server.anonymous(endpoints.login, { body: { email: member.email, password: 'wrong' } }))
  await until(async () => (await server.db.selectFrom('sign_in_history').select('id').execute()).length === 2)
  await member.call(endpoints.wsTicket, {})
  const kept = { sign_ins: 1, sign_in_attempts: 2, ws_tickets: 1, sign_in_history: 2 } as const
  const tables = Object.keys(kept) as (keyof typeof kept)[]
  const counts = async () => Promise.all(tables.map(async (table) => (await server.db.selectFrom(table).selectAll().execute()).length))
  await sweepAuth(server.db)
  expect(await counts()).toEqual(Object.values(kept))
  const long = new Date(Date.now() - 91 * 86_400_000)
  await server.db.updateTable('sign_ins').set({ created_at: long }).execute()
  await server.db.updateTable('sign_in_attempts').set({ at: long }).execute()
  await server.db.updateTable('sign_in_history').set({ at: long }).execute()
  await sweepAuth(server.db)
  expect(await counts()).toEqual([0, 0, 0, 0])
})
