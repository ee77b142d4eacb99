import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { readRange } from '../../platform/http/ranges.ts'
import { codeOf } from '../../testing/people.ts'
import { selfSigned } from '../../testing/certificate.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { Forwarder } from './forwarder.ts'
import { startReceiver } from './forwarding.fixture.ts'

let server: TestServer
let root: TestCall
beforeAll(async () => {
  // The forwarders of the tests run when the tests call them; the server of its own is tested at the end.
  server = await startTestServer({ SERVICES: 'console' })
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => void (await server.db.deleteFrom('log_forwarding').execute()))

const reach = [readRange('127.0.0.0/8')!]
const forwarder = (settleMs = 0) => new Forwarder({ db: server.db, reach, hostName: 'sims.example.com', settleMs })
const put = (port: number, ca: string, host = '127.0.0.1') => root(endpoints.putLogForwarding, { body: { host, port, ca } })
const state = async () => (await root(endpoints.getLogForwarding, {})).state
const addGroup = () => root(endpoints.createGroup, { body: { name: `"北]\\<b>" ${crypto.randomUUID()}` } })

test('changes and security events from then on arrive once, in their order, as RFC 5424 over TLS', async () => {
  using receiver = await startReceiver()
  await addGroup()
  await put(receiver.port, receiver.ca)
  const group = await addGroup()
  await server.anonymous(endpoints.login, { body: { email: 'someone@example.com', password: 'Wrong-password-1' } }).catch(() => null)
  const node = forwarder()
  await until(async () => {
    await node.run()
    return receiver.received.some(({ msgId }) => msgId === 'signIn')
  })
  const actions = receiver.received.filter(({ log }) => log === 'system')
  expect(actions.map(({ msgId }) => msgId)).toEqual(['settingAdd', 'groupAdd'])
  expect(actions[1]).toMatchObject({ pri: 13 * 8 + 5, text: { url: '/v1/groups', method: 'POST' } })
  expect(String(actions[1]!.text['params'])).toContain(JSON.stringify(group.name).slice(1, -1))
  const signIn = receiver.received.find(({ msgId }) => msgId === 'signIn')!
  expect(signIn).toMatchObject({ pri: 10 * 8 + 4, log: 'security', text: { detail: 'incorrectCredentials' } })
  expect(JSON.stringify(receiver.received)).not.toContain('someone@example.com')
  const known = receiver.received.length
  await node.run()
  await forwarder().run()
  expect(receiver.received).toHaveLength(known)
  expect(await state()).toMatchObject({ failing_since: null, failure: null, behind: { system: 0, security: 0 } })
})

test('a connection that breaks, is not ended or is refused loses nothing, and the state tells the cause', async () => {
  using receiver = await startReceiver()
  await put(receiver.port, receiver.ca)
  for (let n = 0; n < 5; n++) await addGroup()
  receiver.state.behaviour = 'dies'
  await forwarder().run()
  expect(await state()).toMatchObject({ sent_at: null, behind: { system: 6 } })
  expect((await state())!.failing_since).not.toBeNull()
  receiver.state.behaviour = 'neverEnds'
  await forwarder().run()
  expect(await state()).toMatchObject({ sent_at: null, failure: 'notConfirmed', behind: { system: 6 } })
  receiver.state.behaviour = 'takes'
  await forwarder().run()
  expect(receiver.received.filter(({ log }) => log === 'system')).toHaveLength(6)
  expect(await state()).toMatchObject({ failing_since: null, failure: null, behind: { system: 0 } })
  await put(receiver.port, selfSigned('127.0.0.1').cert)
  await forwarder().run()
  expect(await state()).toMatchObject({ failure: 'certificate', behind: { system: 1 } })
  await put(receiver.port, '')
  await forwarder().run()
  expect(await state()).toMatchObject({ failure: 'certificate', behind: { system: 2 } })
  await put(receiver.port, receiver.ca, 'localhost')
  await forwarder().run()
  expect(await state()).toMatchObject({ failure: 'certificate' })
  const before = receiver.received.length
  await put(receiver.port, receiver.ca)
  await forwarder().run()
  const late = receiver.received.slice(before).filter(({ log }) => log === 'system')
  expect(late.map(({ msgId }) => msgId)).toEqual(Array.from({ length: 4 }, () => 'settingUpdate'))
})

test('of two first receivers at the same time, the second one changes the first one', async () => {
  const [one, other] = await Promise.all([put(6514, ''), put(6515, '')])
  const { target } = await root(endpoints.getLogForwarding, {})
  expect([one.target, other.target]).toContainEqual(target)
})

test('a receiver that always sends something does not hold a connection for ever', async () => {
  using receiver = await startReceiver()
  await put(receiver.port, receiver.ca)
  receiver.state.behaviour = 'trickles'
  await new Forwarder({ db: server.db, reach, hostName: 'x', settleMs: 0, connectionMs: 500 }).run()
  expect(await state()).toMatchObject({ failure: 'notConfirmed', behind: { system: 1 } })
  receiver.state.behaviour = 'takes'
  await forwarder().run()
  expect(await state()).toMatchObject({ failure: null, behind: { system: 0 } })
})

test('a receiver outside of the allowed addresses is not connected to', async () => {
  using receiver = await startReceiver()
  await put(receiver.port, receiver.ca)
  await new Forwarder({ db: server.db, reach: [], hostName: 'x' }).run()
  expect(await state()).toMatchObject({ failure: 'outOfReach' })
  expect(receiver.state.connections).toBe(0)
})

test('after a node that died between the sending and the position, the next one sends the same rows again and no row is missing', async () => {
  using receiver = await startReceiver()
  await put(receiver.port, receiver.ca)
  await addGroup()
  const { action_id: position } = await server.db.selectFrom('log_forwarding').select('action_id').executeTakeFirstOrThrow()
  await forwarder().run()
  await server.db.updateTable('log_forwarding').set({ action_id: position }).execute()
  await addGroup()
  await forwarder().run()
  const ids = receiver.received.filter(({ log }) => log === 'system').map(({ id }) => id - position)
  expect(ids).toEqual([1, 2, 1, 2, 3])
})

test('more rows than one connection carries arrive in several connections', async () => {
  using receiver = await startReceiver()
  await put(receiver.port, receiver.ca)
  const { action_id: first } = await server.db.selectFrom('log_forwarding').select('action_id').executeTakeFirstOrThrow()
  const [row] = await server.db.selectFrom('action_logs').selectAll().orderBy('id', 'desc').limit(1).execute()
  const { changes: _, ...values } = row!
  const params = JSON.stringify({ text: '長い'.repeat(3000) })
  const copies = Array.from({ length: 1200 }, (_copy, index) => ({ ...values, id: row!.id + 1_000_000 + index, request_params: params }))
  await server.db.insertInto('action_logs').values(copies).execute()
  await forwarder().run()
  await server.db.deleteFrom('action_logs').where('id', '>', 1_000_000).execute()
  expect(receiver.received.filter(({ id }) => id > first)).toHaveLength(1201)
  expect(receiver.received.at(-1)!.text).toMatchObject({ cut: true })
  expect(receiver.state.connections).toBe(3)
})

test('a removed receiver gets the row of its removal, and nothing after it, even if it is removed again', async () => {
  using receiver = await startReceiver()
  await put(receiver.port, receiver.ca)
  expect(await root(endpoints.deleteLogForwarding, {})).toEqual({ target: null, state: null })
  await addGroup()
  expect(await root(endpoints.deleteLogForwarding, {})).toEqual({ target: null, state: null })
  const node = forwarder()
  await node.run()
  await node.run()
  expect(receiver.received.filter(({ log }) => log === 'system').map(({ msgId }) => msgId)).toEqual(['settingAdd', 'settingDelete'])
  expect(await server.db.selectFrom('log_forwarding').selectAll().execute()).toEqual([])
})

test('only ROOT changes the receiver, ADMIN sees it, and only certificates are accepted', async () => {
  const admin = await server.signIn('ADMIN')
  const body = { host: '127.0.0.1', port: 6514, ca: '' }
  expect(await codeOf(admin(endpoints.putLogForwarding, { body }))).toBe('noPermission')
  expect(await codeOf(admin(endpoints.deleteLogForwarding, {}))).toBe('noPermission')
  expect(await admin(endpoints.getLogForwarding, {})).toEqual({ target: null, state: null })
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.getLogForwarding, {}))).toBe('noPermission')
  const { cert, key } = selfSigned('x')
  for (const ca of ['x', key, `${cert}${key}`, cert.replace(/M/, '')])
    await expect(root(endpoints.putLogForwarding, { body: { ...body, ca } })).rejects.toMatchObject({
      status: 400,
      body: { fields: [{ path: 'ca' }] },
    })
  for (const host of ['', 'a b', 'http://x', '-x'])
    expect(await codeOf(root(endpoints.putLogForwarding, { body: { ...body, host } }))).toBe('invalidInput')
  const saved = await root(endpoints.putLogForwarding, { body: { ...body, ca: `${cert}\n${cert}` } })
  expect(saved.target).toEqual({ ...body, ca: `${cert.trim()}\n${cert.trim()}\n` })
})

test('a server forwards by itself', async () => {
  using receiver = await startReceiver()
  await using own = await startTestServer()
  const call = await own.signIn('ROOT')
  await call(endpoints.putLogForwarding, { body: { host: '127.0.0.1', port: receiver.port, ca: receiver.ca } })
  await until(() => receiver.received.some(({ msgId }) => msgId === 'settingAdd'))
})
