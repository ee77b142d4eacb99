import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import type { BodyIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { ConfigError, readConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { startSmtp } from '../testing/smtp.ts'
import { mailServerOfEnvironment } from './trust/mail-server.ts'
import { queueMail } from './testing.ts'

type Settings = BodyIn<typeof endpoints.putMailSettings>

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.body : { thrown: String(error) }),
  )
const password = 'Smtp-secret-1'
const settingsOf = (port: number, more: Partial<Settings> = {}): Settings => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: 'mailer',
  password,
  from_address: 'simdeck@example.com',
  from_name: 'SIM管理',
  ...more,
})
const without = ({ password: _password, ...rest }: Settings): Settings => rest

/** The complete content of the action log. */
const auditText = async (server: TestServer) => JSON.stringify(await server.db.selectFrom('action_logs').selectAll().execute())

test('a mail server is set, tested and removed; no answer and no log contains its password', async () => {
  await using smtp = await startSmtp({ user: { name: 'mailer', password } })
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN', 'ja')
  const member = await server.signIn('MEMBER')
  expect(await member(endpoints.getMailSettings, {})).toMatchObject({ source: 'none', host: '', has_password: false })
  expect(await failure(admin(endpoints.sendTestMail, {}))).toMatchObject({ code: 'mailNotConfigured' })

  const shown = { ...without(settingsOf(smtp.port)), has_password: true, source: 'settings', version: 1, confirmed: false }
  expect(await admin(endpoints.putMailSettings, { body: settingsOf(smtp.port) })).toEqual(shown)
  expect(await member(endpoints.getMailSettings, {})).toEqual(shown)
  expect(await admin(endpoints.sendTestMail, {})).toEqual({ to: admin.email })
  expect(await smtp.mailTo(admin.email)).toMatchObject({
    subject: '【Simdeck】テストメール',
    from: { name: 'SIM管理', address: 'simdeck@example.com' },
  })
  const stored = await server.db.selectFrom('mail_settings').selectAll().executeTakeFirstOrThrow()
  expect(stored.password?.includes(password)).toBe(false)

  expect(await admin(endpoints.deleteMailSettings, {})).toMatchObject({ source: 'none', host: '', username: '', has_password: false })
  const audit = await auditText(server)
  expect(audit).toContain('settingUpdate')
  expect(audit).toContain('settingDelete')
  expect(audit).not.toContain(password)
  expect(server.logged()).not.toContain(password)
  expect(server.logged()).not.toContain('@')
})

test('the stored password stays if none is given, an empty one removes it, and another connection requires it again', async () => {
  await using smtp = await startSmtp({ user: { name: 'mailer', password } })
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const put = (body: Settings) => root(endpoints.putMailSettings, { body })
  await put(settingsOf(smtp.port))
  expect(await put(without(settingsOf(smtp.port, { from_name: 'Other' })))).toMatchObject({ has_password: true, from_name: 'Other' })
  expect(await root(endpoints.sendTestMail, {})).toEqual({ to: root.email })

  const others: Partial<Settings>[] = [
    { host: 'evil.example.com' },
    { port: smtp.port + 1 },
    { username: 'other' },
    { security: 'starttls' },
  ]
  for (const other of others) {
    expect(await failure(put(without(settingsOf(smtp.port, other))))).toMatchObject({
      code: 'invalidInput',
      fields: [{ path: 'password', message: 'Please enter the password again, since the connection changes' }],
    })
  }
  expect(await root(endpoints.getMailSettings, {})).toMatchObject({ host: '127.0.0.1', port: smtp.port, has_password: true })
  expect(await put(settingsOf(smtp.port, { password: '' }))).toMatchObject({ has_password: false })
  await put(settingsOf(smtp.port))
  expect(await put(without(settingsOf(smtp.port, { username: '', host: 'relay.example.com' })))).toMatchObject({ has_password: false })
})

test('the failure of a test mail contains the answer of the mail server; a sixth test within a minute is refused', async () => {
  await using smtp = await startSmtp({ refuse: ({ to }) => ({ code: 550, message: `${to} is not local` }) })
  await using server = await startTestServer({ SMTP_URL: smtp.url })
  const root = await server.signIn('ROOT')
  const other = await server.signIn('ADMIN')
  for (let test = 0; test < 5; test++)
    expect(await failure(root(endpoints.sendTestMail, {}))).toMatchObject({ code: 'mailNotSent', detail: '550 *** is not local' })
  expect(await failure(root(endpoints.sendTestMail, {}))).toMatchObject({ code: 'tooManyRequests' })
  expect(await failure(other(endpoints.sendTestMail, {}))).toMatchObject({ code: 'mailNotSent' })
})

test('wrong mail settings are refused with the name of each field, and nothing is stored', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const wrong: [string, unknown][] = [
    ['host', ''],
    ['host', 'mail.example.com\r\nDATA'],
    ['host', 'http://169.254.169.254/'],
    ['host', 'a'.repeat(256)],
    ['port', 0],
    ['port', 65_536],
    ['port', '25'],
    ['security', 'ssl'],
    ['from_address', 'nobody'],
    ['from_address', 'a@example.com, b@example.com'],
    ['from_address', 'a@example.com\r\nBcc: b@example.com'],
    ['from_name', 'Name\r\nBcc: b@example.com'],
    ['from_name', 'x'.repeat(101)],
    ['password', 'x'.repeat(501)],
    ['username', 5],
  ]
  for (const [field, value] of wrong) {
    const body: Settings = { ...settingsOf(25), [field]: value }
    expect(await failure(root(endpoints.putMailSettings, { body })), `${field} ${String(value)}`).toMatchObject({
      code: field === 'from_address' ? 'emailInvalid' : 'invalidInput',
      fields: [{ path: field }],
    })
  }
  expect(await root(endpoints.getMailSettings, {})).toMatchObject({ source: 'none' })
})

test('SMTP_URL takes precedence: it is shown without its password, and the settings cannot be changed', async () => {
  await using smtp = await startSmtp({ user: { name: 'mail er', password } })
  const env = { SMTP_URL: smtp.url, SMTP_FROM: 'fleet@example.jp' }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  expect(await root(endpoints.getMailSettings, {})).toEqual({
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    username: 'mail er',
    from_address: 'fleet@example.jp',
    from_name: '',
    has_password: true,
    source: 'environment',
    version: 0,
    confirmed: true,
  })
  expect(await failure(root(endpoints.putMailSettings, { body: settingsOf(25) }))).toMatchObject({ code: 'mailByEnvironment' })
  expect(await failure(root(endpoints.deleteMailSettings, {}))).toMatchObject({ code: 'mailByEnvironment' })
  await queueMail(server, env, 'taro@example.com', { kind: 'passwordChanged', values: { username: 'Taro' } })
  expect(await smtp.mailTo('taro@example.com')).toMatchObject({ from: { name: 'Simdeck', address: 'fleet@example.jp' } })
})

test('SMTP_URL is parsed, and a wrong one stops the start without appearing in the message', () => {
  const read = (SMTP_URL: string, more: Record<string, string> = {}) => mailServerOfEnvironment(readConfig({ SMTP_URL, ...more }))
  expect(mailServerOfEnvironment(readConfig({}))).toBeNull()
  expect(read('smtps://u%40x:p%2Fw@mail.example.com')).toMatchObject({
    host: 'mail.example.com',
    port: 465,
    security: 'tls',
    username: 'u@x',
    password: 'p/w',
    fromAddress: 'no-reply@localhost',
  })
  const publicUrl = { PUBLIC_URL: 'https://sim.example.com:8443/' }
  expect(read('smtp://mail.example.com', publicUrl)).toMatchObject({
    port: 587,
    security: 'starttls',
    fromAddress: 'no-reply@sim.example.com',
  })
  expect(read('smtp://mail.example.com?security=none')).toMatchObject({ port: 25, security: 'none', username: '', password: '' })
  expect(read('smtp://127.0.0.1:2525')).toMatchObject({ port: 2525, security: 'none' })
  expect(read('smtp://127.0.0.1:2525?security=starttls')).toMatchObject({ security: 'starttls' })
  expect(read('smtp://127.example.com')).toMatchObject({ security: 'starttls' })
  expect(read('smtp://[::1]:2525')).toMatchObject({ host: '::1', security: 'none' })
  for (const wrong of ['mail.example.com:25', 'https://mail.example.com', 'smtp://', 'smtp://user:Secret%zz@host', 'smtp://host:99999'])
    expect(() => readConfig({ SMTP_URL: wrong })).toThrow(ConfigError)
  expect(() => readConfig({ SMTP_URL: 'smtp://user:Secret%zz@host' })).not.toThrow(/Secret/)
  expect(() => readConfig({ SMTP_FROM: 'nobody' })).toThrow(/SMTP_FROM/)
})

test('destinations are stored once each, at most 20, and need a permission', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const member = await server.signIn('MEMBER')
  const put = (destinations: string[]) => admin(endpoints.putMailDestinations, { body: { destinations } })
  expect(await put(['ops@example.com', 'ops@EXAMPLE.com', ' noc@example.jp '])).toEqual(['noc@example.jp', 'ops@example.com'])
  expect(await member(endpoints.getMailDestinations, {})).toEqual(['noc@example.jp', 'ops@example.com'])
  expect(await failure(member(endpoints.putMailDestinations, { body: { destinations: [] } }))).toMatchObject({ code: 'noPermission' })
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@example.com`)
  expect(await failure(put(many))).toMatchObject({ code: 'invalidInput' })
  for (const wrong of [['ops'], ['a@example.com\nb@example.com'], [`${'a'.repeat(90)}@example.com`]])
    expect(await failure(put(wrong))).toMatchObject({ code: 'emailInvalid' })
  expect(await member(endpoints.getMailDestinations, {})).toHaveLength(2)
  await Promise.all([put(['a@example.com', 'b@example.com']), put(['b@example.com', 'c@example.com'])])
  expect([
    ['a@example.com', 'b@example.com'],
    ['b@example.com', 'c@example.com'],
  ]).toContainEqual(await admin(endpoints.getMailDestinations, {}))
  expect(await put([])).toEqual([])
})

test('a failed test mail gives an ADMIN no information about a port without a mail server, and a ROOT the reason', async () => {
  const other = createServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.9\r\n'))
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const open = address && typeof address === 'object' ? address.port : 0
  await using server = await startTestServer()
  await using closed = await startTestServer()
  await using outside = await startTestServer({ SMTP_PRIVATE_RANGES: '10.0.0.0/8' })
  const testMailFailure = async (at: TestServer, port: number, role: 'ADMIN' | 'ROOT') => {
    const call = await at.signIn(role)
    await call(endpoints.putMailSettings, { body: settingsOf(port) })
    return failure(call(endpoints.sendTestMail, {}))
  }
  const answers = await Promise.all([
    testMailFailure(server, open, 'ADMIN'),
    testMailFailure(closed, 1, 'ADMIN'),
    testMailFailure(outside, open, 'ADMIN'),
  ])
  const message = 'No mail server answered. Check the host, the port and the encryption'
  for (const answer of answers) expect(answer).toEqual({ code: 'mailServerUnreachable', message })
  expect(await testMailFailure(server, open, 'ROOT')).toMatchObject({ detail: expect.stringContaining('SSH-2.0') })
  expect(await testMailFailure(outside, open, 'ROOT')).toMatchObject({ detail: expect.stringContaining('SMTP_PRIVATE_RANGES') })
  other.close()
})
