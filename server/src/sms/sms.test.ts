import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BodyIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { putSmsGateway } from '@simdeck/contract/sms-gateway.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { type Behaviour, startSmsc } from './smsc.fixture.ts'

let server: TestServer
let admin: TestCall
beforeAll(async () => {
  server = await startTestServer({ SERVICES: 'console' })
})
afterAll(() => server[Symbol.asyncDispose]())
// Tests of the gateway are limited for each member.
beforeEach(async () => {
  await server.db.deleteFrom('sms_gateway').execute()
  admin = await server.signIn('ADMIN')
})

type Body = BodyIn<typeof putSmsGateway>
const bodyOf = (port: number, more: Partial<Body> = {}): Body => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  system_id: 'simdeck',
  system_type: '',
  sender: '+81312345678',
  ...more,
})
const put = (body: Body) => admin(endpoints.putSmsGateway, { body })
const withPassword = (port: number, more: Partial<Body> = {}) => put(bodyOf(port, { password: 'secret', ...more }))
const send = (to = '+819012345678', call: TestCall = admin) => call(endpoints.sendTestMessage, { body: { to } })

test('the gateway is set, shown without its password, and removed, and the action log tells it', async () => {
  expect(await admin(endpoints.getSmsGateway, {})).toEqual({ gateway: null })
  const { password: _, ...given } = bodyOf(2775)
  const facts = { ...given, messages_per_second: 20, window_size: 10, is_paused: false }
  expect(await withPassword(2775)).toEqual({ gateway: { ...facts, has_password: true } })
  expect(await put(bodyOf(2775, { sender: 'Simdeck' }))).toMatchObject({ gateway: { sender: 'Simdeck', has_password: true } })
  expect(await put(bodyOf(2775, { password: '' }))).toMatchObject({ gateway: { has_password: false } })
  expect(await admin(endpoints.deleteSmsGateway, {})).toEqual({ gateway: null })
  const rows = await server.db.selectFrom('action_logs').selectAll().orderBy('id', 'desc').limit(4).execute()
  expect(rows.map(({ action }) => action)).toEqual(['settingDelete', 'settingUpdate', 'settingUpdate', 'settingAdd'])
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('the stored password is sealed, and never goes to another server or for another system ID', async () => {
  await withPassword(2775)
  const { password } = await server.db.selectFrom('sms_gateway').select('password').executeTakeFirstOrThrow()
  expect(password?.toString('latin1')).not.toContain('secret')
  for (const other of [{ port: 2776 }, { host: '127.0.0.2' }, { security: 'tls' }, { system_id: 'other' }] as const)
    expect(await codeOf(put(bodyOf(2775, other)))).toBe('invalidInput')
  expect(await put(bodyOf(2775, { system_type: 'VMA' }))).toMatchObject({ gateway: { system_type: 'VMA', has_password: true } })
})

test.each([
  { host: 'a b' },
  { port: 0 },
  { system_id: '' },
  { system_id: 'x'.repeat(16) },
  { system_id: 'システム' },
  { system_type: 'x'.repeat(13) },
  { sender: '+12' },
  { sender: 'TooLongASender' },
  { password: 'x'.repeat(65) },
  { password: 'a\0b' },
])('the invalid value %j is refused, and nothing is stored', async (wrong) => {
  expect(await codeOf(put(bodyOf(2775, wrong)))).toBe('invalidInput')
  expect(await admin(endpoints.getSmsGateway, {})).toEqual({ gateway: null })
})

test('the connection test signs in, asks, and signs out', async () => {
  using smsc = await startSmsc()
  await withPassword(smsc.port)
  expect(await admin(endpoints.testSmsGateway, {})).toEqual({ failure: null, detail: '' })
  await until(() => smsc.open() === 0)
  expect(smsc.state).toMatchObject({ connections: 1, unbound: 1 })
})

test('a wrong password is told from a gateway that does not answer', async () => {
  using smsc = await startSmsc()
  await withPassword(smsc.port, { password: 'wrong' })
  expect(await admin(endpoints.testSmsGateway, {})).toEqual({
    failure: 'refused',
    detail: 'bind_transceiver: command_status 0x0000000E',
  })
  await until(() => smsc.open() === 0)
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => free.once('listening', listening))
  const { port } = free.address() as AddressInfo
  await new Promise((closed) => free.close(closed))
  await withPassword(port)
  expect(await admin(endpoints.testSmsGateway, {})).toEqual({ failure: 'unreachable', detail: 'ECONNREFUSED' })
})

test.each<[Behaviour, string]>([
  ['speaksHttp', 'invalid'],
  ['saysWrongLength', 'invalid'],
  ['closes', 'unreachable'],
])('a gateway that %s fails the connection test as %s', async (behaviour, failure) => {
  using smsc = await startSmsc()
  smsc.state.behaviour = behaviour
  await withPassword(smsc.port)
  expect(await admin(endpoints.testSmsGateway, {})).toMatchObject({ failure })
  await until(() => smsc.open() === 0)
})

test('with TLS, a gateway without TLS is not given the password', async () => {
  using smsc = await startSmsc()
  await withPassword(smsc.port, { security: 'tls' })
  smsc.state.behaviour = 'closes'
  expect((await admin(endpoints.testSmsGateway, {})).failure).not.toBeNull()
  expect(smsc.received).toEqual([])
})

test('a gateway outside of the allowed addresses is not connected to', async () => {
  await using closed = await startTestServer({ SERVICES: 'console', SMPP_PRIVATE_RANGES: '' })
  using smsc = await startSmsc()
  const member = await closed.signIn('ADMIN')
  await member(endpoints.putSmsGateway, { body: bodyOf(smsc.port) })
  expect(await member(endpoints.testSmsGateway, {})).toMatchObject({ failure: 'outOfReach' })
  expect(smsc.state.connections).toBe(0)
})

test.each<[Behaviour, string]>([
  ['delivers', 'delivered'],
  ['reportsFirst', 'delivered'],
  ['reportsByText', 'undeliverable'],
])('a test message to a gateway that %s ends as %s', async (behaviour, state) => {
  using smsc = await startSmsc()
  smsc.state.behaviour = behaviour
  await withPassword(smsc.port)
  const japanese = await server.signIn('ADMIN', 'ja')
  expect(await send('+819012345678', japanese)).toEqual({ failure: null, detail: '', message_id: 'm1', state })
  expect(smsc.received).toMatchObject([
    {
      source: { type: 1, plan: 1, address: '81312345678' },
      destination: { type: 1, plan: 1, address: '819012345678' },
      wantsReceipt: true,
      dataCoding: 8,
    },
  ])
  const text = Buffer.from(smsc.received[0]!.userData).swap16().toString('utf16le')
  expect(text).toBe('Simdeckのテストメッセージです。')
})

test('a test message whose receipt does not come is still known to be taken', async () => {
  using smsc = await startSmsc()
  smsc.state.behaviour = 'never reports'
  await withPassword(smsc.port, { sender: 'Simdeck' })
  expect(await send('09012345678')).toEqual({ failure: null, detail: '', message_id: 'm1', state: 'waiting' })
  expect(smsc.received).toMatchObject([{ source: { type: 5, address: 'Simdeck' }, destination: { type: 0, address: '09012345678' } }])
  expect(Buffer.from(smsc.received[0]!.userData).toString()).toBe('This is a test message of Simdeck.')
})

test.each<[Behaviour, string, string]>([
  ['throttles', 'busy', 'submit_sm: command_status 0x00000058'],
  ['rejects', 'rejected', 'submit_sm: command_status 0x0000000B'],
])('a test message to a gateway that %s fails as %s', async (behaviour, failure, detail) => {
  using smsc = await startSmsc()
  smsc.state.behaviour = behaviour
  await withPassword(smsc.port)
  expect(await send()).toEqual({ failure, detail, message_id: null, state: null })
  await until(() => smsc.open() === 0)
})

test('without a gateway there is nothing to test, and tests are limited', async () => {
  expect(await codeOf(admin(endpoints.testSmsGateway, {}))).toBe('smsGatewayNotSet')
  expect(await codeOf(send())).toBe('smsGatewayNotSet')
  using smsc = await startSmsc()
  await withPassword(smsc.port)
  for (let n = 0; n < 5; n++) expect(await admin(endpoints.testSmsGateway, {})).toMatchObject({ failure: null })
  expect(await codeOf(admin(endpoints.testSmsGateway, {}))).toBe('tooManyRequests')
  expect(await codeOf(send())).toBe('tooManyRequests')
  expect(await codeOf(send('110'))).toBe('invalidInput')
})

test('a MEMBER neither sees nor changes the gateway, and no password or number is in the logs', async () => {
  using smsc = await startSmsc()
  await withPassword(smsc.port)
  await send('+819011112222')
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.getSmsGateway, {}))).toBe('noPermission')
  expect(await codeOf(member(endpoints.putSmsGateway, { body: bodyOf(1) }))).toBe('noPermission')
  expect(await codeOf(member(endpoints.sendTestMessage, { body: { to: '+819011112222' } }))).toBe('noPermission')
  expect(server.logged()).not.toContain('819011112222')
  expect(server.logged()).not.toContain('"secret"')
})
