import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../../testing/cap-file.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { simTopics } from '../../sims/topics.ts'
import { wholeChange } from './change-feed.ts'
import type { Socket } from '../http/socket.ts'
import { Sockets } from './sockets.ts'

type Received = { event: string; sim?: Sim; campaign?: Campaign }

const covers = (all: object, some: object): boolean =>
  Object.entries(some).every(([name, value]) => (all as Record<string, unknown>)[name] === value)

/** A websocket with its events and functions to send messages. */
async function listener(server: TestServer, call: TestCall, atOnce?: object) {
  const { ticket } = await call(endpoints.wsTicket, {})
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const received: Received[] = []
  socket.addEventListener('open', () => atOnce && socket.send(JSON.stringify(atOnce)))
  socket.addEventListener('message', (message) => void received.push(JSON.parse(String(message.data)) as Received))
  socket.addEventListener('close', (event) => void received.push({ event: `closed ${event.code}` }))
  const pings = () => received.filter(({ event }) => event === 'PING').length
  await until(() => pings() === 1)
  /** Sends a message; it is processed once PING answers. */
  const send = async (message: unknown) => {
    const before = pings()
    socket.send(message instanceof Uint8Array ? message.slice() : typeof message === 'string' ? message : JSON.stringify(message))
    await until(() => pings() > before)
  }
  const aliases = () => received.flatMap(({ sim }) => (sim ? [sim.device_alias] : []))
  return {
    received,
    send,
    aliases,
    receives: (alias: string) => until(() => aliases().includes(alias)),
    [Symbol.dispose]: () => socket.close(),
    socket,
  }
}

test('a socket that watches certain SIMs gets their events only, a socket without a watch gets all, and invalid messages change nothing', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const [a = 0, b = 0, c = 0] = await addSims(server.db, [{}, {}, {}])
  using all = await listener(server, call)
  using some = await listener(server, call)
  using hostile = await listener(server, call)
  const rename = (id: number, device_alias: string) => call(endpoints.updateSim, { params: { id }, body: { device_alias } })

  await some.send({ watch: { sims: [a, b] } })
  await hostile.send({ watch: { sims: [c] } })
  for (const nonsense of [
    'watch',
    '{',
    '[]',
    'null',
    { watch: { sims: ['1'] } },
    { watch: { sims: [-1] } },
    { watch: { sims: Array.from({ length: 1001 }, () => 1) } },
    { watch: { sims: [a] }, more: 1 },
    { __proto__: null, watch: null },
    new Uint8Array(Buffer.from(JSON.stringify({ watch: { sims: [a] } }))),
  ])
    await hostile.send(nonsense)
  await rename(a, 'a1')
  await rename(c, 'c1')
  await rename(b, 'b1')
  await Promise.all([
    all.receives('a1'),
    all.receives('b1'),
    all.receives('c1'),
    some.receives('a1'),
    some.receives('b1'),
    hostile.receives('c1'),
  ])
  expect(hostile.aliases()).not.toContain('a1')
  expect(some.aliases()).not.toContain('c1')

  // The SIM changes shortly before the socket watches it: its last state is sent.
  await rename(c, 'c2')
  await all.receives('c2')
  await some.send({ watch: { sims: [c] } })
  await some.receives('c2')
  await rename(a, 'a2')
  await rename(c, 'c3')
  await some.receives('c3')
  await all.receives('a2')
  expect(some.aliases()).not.toContain('a2')

  hostile.socket.send(JSON.stringify({ watch: { sims: [a] } }).padEnd(16_385))
  await until(() => hostile.received.some(({ event }) => event.startsWith('closed')))
  await rename(a, 'a3')
  await all.receives('a3')
})

test('a watch applies even if the console sends it before the server has identified the caller', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const [a = 0, b = 0] = await addSims(server.db, [{}, {}])
  using all = await listener(server, call)
  using early = await listener(server, call, { watch: { sims: [a] } })
  const rename = (id: number, device_alias: string) => call(endpoints.updateSim, { params: { id }, body: { device_alias } })
  await rename(b, 'b1')
  await all.receives('b1')
  await rename(a, 'a1')
  await early.receives('a1')
  expect(early.aliases()).not.toContain('b1')
})

test('of many messages that a socket sends without a pause the last one applies, and not all are read', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('MEMBER')
  const [a = 0, b = 0] = await addSims(server.db, [{}, {}])
  using all = await listener(server, call)
  using restless = await listener(server, call)
  const messages = 500
  for (let n = 0; n < messages; n++) restless.socket.send(JSON.stringify({ watch: { sims: [b, n + 1_000_000] } }))
  restless.socket.send(JSON.stringify({ watch: { sims: [a] } }))
  const admin = await server.signIn('ADMIN')
  const rename = (id: number, device_alias: string) => admin(endpoints.updateSim, { params: { id }, body: { device_alias } })
  await rename(a, 'a1')
  await restless.receives('a1')
  await rename(b, 'b1')
  await all.receives('b1')
  expect(restless.aliases()).not.toContain('b1')
  expect(restless.received.filter(({ event }) => event === 'PING').length).toBeLessThan(messages / 2)
})

test('a slow socket gets the last states, not those in between; one with too many pending states is closed', async () => {
  await using server = await startTestServer()
  const [a = 0, b = 0] = await addSims(server.db, [{}, {}])
  const errors: Error[] = []
  const sockets = new Sockets(server.db, (error) => errors.push(error))
  sockets.registerTopics(simTopics)
  const fake = () => {
    const socket = { buffered: 0, closed: false, aliases: [] as (string | null)[] }
    const plumbing: Socket = {
      caller: null as never,
      ip: '',
      send: (text) => void socket.aliases.push((JSON.parse(Buffer.from(text).toString()) as { sim: Sim }).sim.device_alias),
      close: () => (socket.closed = true),
      bufferedBytes: () => socket.buffered,
    }
    sockets.add(plumbing)
    return Object.assign(socket, { plumbing })
  }
  const fast = fake()
  const slow = fake()
  const stuck = fake()
  sockets.watch(slow.plumbing, { sims: [a, b], campaigns: [] })
  sockets.watch(fast.plumbing, { sims: [a], campaigns: [] })
  slow.buffered = stuck.buffered = 10_000_000
  const change = async (id: number, device_alias: string) => {
    await server.db.updateTable('sims').set({ device_alias }).where('id', '=', id).execute()
    sockets.push(wholeChange({ sims: [id] }))
  }
  await change(a, 'a1')
  await change(b, 'b1')
  await until(() => fast.aliases.includes('a1'))
  await change(a, 'a2')
  await until(() => fast.aliases.includes('a2'))
  expect(slow.aliases).toEqual([])
  slow.buffered = 0
  await until(() => slow.aliases.length === 2)
  expect(slow.aliases).toEqual(['a2', 'b1'])

  // After a gap in the changes all watched SIMs are sent again.
  sockets.push(wholeChange({ rereadSims: 'all' }))
  await until(() => slow.aliases.length === 4)
  expect(slow.aliases.slice(2)).toEqual(['a2', 'b1'])

  const many = Array.from({ length: 20_001 }, (_, index) => index + 1_000)
  sockets.push(wholeChange({ data: many }))
  await until(() => stuck.closed)
  expect(errors).toEqual([])
  sockets.close()
})

test('a watcher of a campaign gets its figures and its end, even without watching SIMs; other watchers get nothing', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const bytes = await makeCapFile({
    packageAid: fromHex('F0112233445566'),
    packageVersion: { major: 1, minor: 0 },
    applets: [fromHex('F011223344556601')],
  })
  const { packageAID, otaVersion, label } = await call(endpoints.uploadPackage, { body: {}, file: new File([bytes as BlobPart], 'x.cap') })
  const simIds = await addSims(server.db, [{ has_keys: true }, { has_keys: true }, { has_keys: true }])
  using list = await listener(server, call)
  using page = await listener(server, call)
  using elsewhere = await listener(server, call)
  await list.send({ watch: { sims: [], campaigns: 'all' } })
  await elsewhere.send({ watch: { sims: [] } })
  const snapshot = await call(endpoints.createSnapshot, { body: { simIds } })
  const targets = [{ appletType: 1, package: { packageAID, otaVersion, label }, active: true } as const]
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets } })
  const receives = (client: typeof list, what: object) =>
    until(() => client.received.findLast((one) => one.campaign?.id === id && covers(one.campaign, what)))
  await receives(list, { state: 'running', total: 3, cancelled: 0 })

  // A change shortly before the watch is sent, too.
  await call(endpoints.cancelOta, { params: { id }, body: { simIds: simIds.slice(0, 1) } })
  await page.send({ watch: { sims: [], campaigns: [id] } })
  await Promise.all([receives(list, { cancelled: 1 }), receives(page, { cancelled: 1 })])
  await page.send({ watch: { sims: [], campaigns: [id + 1] } })
  const before = page.received.length
  await call(endpoints.cancelOta, { params: { id }, body: {} })
  const over = await receives(list, { state: 'stopped', cancelled: 3 })
  expect(over.campaign).toMatchObject({ counts: { Failed: 3, Ready: 0 } })
  await elsewhere.send({ watch: { sims: [], campaigns: [id] } })
  await receives(elsewhere, { state: 'stopped' })
  expect(page.received.slice(before).filter(({ event }) => event === 'CAMPAIGN_UPDATED')).toEqual([])
})
