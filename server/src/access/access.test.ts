import { expect, test } from 'vitest'
import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import { CallError, createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { openDatabase } from '../platform/db/database.ts'
import { notify } from '../platform/db/notifications.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { AccessRules } from './access-rules.ts'

const none: AccessRestrictions = { domains: [], console_ranges: [], api_ranges: [] }

/** A server behind a proxy that forwards the client address, so that a test can call from any address. */
const startBehindProxy = () => startTestServer({ TRUST_PROXY: '127.0.0.1' })

const from = (server: TestServer, ip: string, accessToken?: string, language: Language = 'en') =>
  createClient({
    baseUrl: (api) => server.url + basePaths[api],
    headers: () => ({
      'x-forwarded-for': ip,
      'accept-language': language,
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    }),
  })

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof CallError ? error.body?.code : String(error)),
  )

test('restrictions are answered and stored in canonical form, without duplicates', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  expect(await root(endpoints.getAccessRestrictions, {})).toEqual({ ...none, your_address: '127.0.0.1' })
  const body = {
    domains: ['Example.COM', 'b.example.jp', 'example.com '],
    console_ranges: ['127.0.0.1', '127.0.0.1/32', '10.9.8.7/8', '::ffff:10.0.0.0/104', '2001:DB8::0:1/64'],
    api_ranges: ['192.0.2.77/24', '192.0.2.0/24'],
  }
  const stored = {
    domains: ['b.example.jp', 'example.com'],
    console_ranges: ['10.0.0.0/8', '127.0.0.1', '2001:db8::/64'],
    api_ranges: ['192.0.2.0/24'],
  }
  expect(await root(endpoints.putAccessRestrictions, { body })).toEqual(stored)
  expect(await root(endpoints.getAccessRestrictions, {})).toEqual({ ...stored, your_address: '127.0.0.1' })
  const [row] = await server.db.selectFrom('action_logs').selectAll().execute()
  expect(row).toMatchObject({ action: 'settingUpdate', url: '/v1/access-restrictions', status: 200, request_by: root.email })
  expect(await root(endpoints.putAccessRestrictions, { body: none })).toEqual(none)
})

test('each invalid range is named, in the language of the caller, and nothing is stored', async () => {
  await using server = await startTestServer()
  const body = { domains: ['example.com'], console_ranges: ['127.0.0.1', '300.1.1.1'], api_ranges: ['1.2.3.4/33', '::1', ':::'] }
  for (const [language, message] of [
    ['en', 'Invalid input'],
    ['ja', '入力内容が正しくありません'],
  ] as const) {
    const root = await server.signIn('ROOT', language)
    await expect(root(endpoints.putAccessRestrictions, { body })).rejects.toMatchObject({
      status: 400,
      body: {
        message,
        code: 'invalidInput',
        fields: ['console_ranges.1', 'api_ranges.0', 'api_ranges.2'].map((path) => ({ path, message })),
      },
    })
    expect(await root(endpoints.getAccessRestrictions, {})).toMatchObject(none)
  }
})

test('rules that would lock out their author are refused, including ranges that only resemble the author’s network', async () => {
  await using server = await startBehindProxy()
  const { accessToken } = await server.signIn('ROOT')
  const root = from(server, '203.0.113.7', accessToken)
  for (const console_ranges of [['203.0.113.8'], ['::/0'], ['0.0.0.0/1', '2001:db8::/32']])
    await expect(root(endpoints.putAccessRestrictions, { body: { ...none, console_ranges } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'wouldShutOut', message: 'These rules would shut you out yourself' },
    })
  await expect(
    from(server, '203.0.113.7', accessToken, 'ja')(endpoints.putAccessRestrictions, { body: { ...none, console_ranges: ['::1'] } }),
  ).rejects.toMatchObject({ body: { message: 'この設定では、あなた自身がアクセスできなくなります' } })
  // The ranges for programs need not contain the address of this person.
  await root(endpoints.putAccessRestrictions, { body: { ...none, console_ranges: ['203.0.113.0/24'], api_ranges: ['192.0.2.1'] } })
})

test('new rules apply to the next request: other networks are refused, signed in or not', async () => {
  await using server = await startBehindProxy()
  const { accessToken, email } = await server.signIn('ROOT')
  const inside = from(server, '203.0.113.7', accessToken)
  const outside = from(server, '198.51.100.1', accessToken)
  await inside(endpoints.putAccessRestrictions, { body: { ...none, console_ranges: ['203.0.113.0/24', '2001:db8::/32'] } })
  expect(await outcome(outside(endpoints.check, {}))).toBe('addressNotAllowed')
  expect(await outcome(outside(endpoints.login, { body: { email, password: 'wrong-password' } }))).toBe('addressNotAllowed')
  await expect(from(server, '198.51.100.1', accessToken, 'ja')(endpoints.check, {})).rejects.toMatchObject({
    status: 403,
    body: { message: 'このネットワークからはアクセスできません' },
  })
  expect(await outcome(outside(endpoints.healthz, {}))).toBe('answered')
  expect(await outcome(outside(endpoints.init, {}))).toBe('answered')
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:0::5'])
    expect(await outcome(from(server, ip, accessToken)(endpoints.check, {}))).toBe('answered')
  await inside(endpoints.putAccessRestrictions, { body: none })
  expect(await outcome(outside(endpoints.check, {}))).toBe('answered')
})

test('a websocket from a forbidden address is refused, and an open one closes when its address becomes forbidden', async () => {
  await using server = await startBehindProxy()
  const { accessToken } = await server.signIn('ROOT')
  const connect = (ip: string) => {
    const seen: string[] = []
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${accessToken}`, {
      headers: { 'x-forwarded-for': ip },
    } as never)
    socket.addEventListener('message', (message) => void seen.push(String(message.data)))
    socket.addEventListener('close', (event) => void seen.push(`closed ${event.code}`))
    return { seen, close: () => socket.close() }
  }
  const inside = connect('203.0.113.7')
  const outside = connect('198.51.100.1')
  await until(() => inside.seen.length > 0 && outside.seen.length > 0)
  expect(outside.seen).toContain('{"event":"PING"}')
  await from(server, '203.0.113.7', accessToken)(endpoints.putAccessRestrictions, { body: { ...none, console_ranges: ['203.0.113.7'] } })
  await until(() => outside.seen.includes('closed 4401'))
  const again = connect('198.51.100.1')
  await until(() => again.seen.length > 0)
  expect(again.seen).toEqual(['closed 4401'])
  expect(inside.seen).not.toContain('closed 4401')
  inside.close()
})

test('a node applies rules that were saved on another node', async () => {
  await using server = await startTestServer()
  expect((await server.anonymous(endpoints.init, {})).env.signUp).toBe(false)
  const otherNode = openDatabase(server.databaseUrl, { max: 1 })
  await otherNode.db.insertInto('access_restrictions').values({ kind: 'domain', value: 'example.com' }).execute()
  expect((await server.anonymous(endpoints.init, {})).env.signUp).toBe(false)
  await notify(otherNode, JSON.stringify({ access: true }))
  await otherNode.close()
  await until(async () => (await server.anonymous(endpoints.init, {})).env.signUp)
})

test('an empty list of domains closes sign-up and allows all invitations; a filled one restricts both', async () => {
  await using server = await startTestServer()
  const rules = new AccessRules(server.db)
  await rules.load()
  const verdicts = (email: string) => [rules.domainAllowed(email, 'signUp'), rules.domainAllowed(email, 'invitation')]
  expect([rules.signUpOpen(), verdicts('a@example.com')]).toEqual([false, [false, true]])
  expect((await server.anonymous(endpoints.init, {})).env.signUp).toBe(false)

  const root = await server.signIn('ROOT')
  await root(endpoints.putAccessRestrictions, { body: { ...none, domains: ['example.com'] } })
  await rules.load()
  expect([rules.signUpOpen(), verdicts('a@EXAMPLE.com')]).toEqual([true, [true, true]])
  for (const other of ['a@sub.example.com', 'a@badexample.com', 'a@example.com.evil.example', '@', 'example.com@evil.example'])
    expect([other, verdicts(other)]).toEqual([other, [false, false]])
  expect((await server.anonymous(endpoints.init, {})).env.signUp).toBe(true)
})
