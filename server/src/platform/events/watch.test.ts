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

type Heard = { event: string; sim?: Sim; campaign?: Campaign }

const covers = (all: object, some: object): boolean =>
  Object.entries(some).every(([name, value]) => (all as Record<string, unknown>)[name] === value)

/** A websocket with its events and functions to send messages. */
async function listener(server: TestServer, call: TestCall, atOnce?: object) {
  const { ticket } = await call(endpoints.wsTicket, {})
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const heard: Heard[] = []
  socket.addEventListener('open', () => atOnce && socket.send(JSON.stringify(atOnce)))
  socket.addEventListener('message', (message) => void heard.push(JSON.parse(String(message.data)) as Heard))
  socket.addEventListener('close', (event) => void heard.push({ event: `closed ${event.code}` }))
  const pings = () => heard.filter(({ event }) => event === 'PING').length
  await until(() => pings() === 1)
  /** Sends a message; it is processed once PING answers. */
  const say = async (message: unknown) => {
    const before = pings()
    socket.send(message instanceof Uint8Array ? message.slice() : typeof message === 'string' ? message : JSON.stringify(message))
    await until(() => pings() > before)
  }
  const aliases = () => heard.flatMap(({ sim }) => (sim ? [sim.device_alias] : []))
  return {
    heard,
    say,
    aliases,
    hears: (alias: string) => until(() => aliases().includes(alias)),
    [Symbol.dispose]: () => socket.close(),
    socket,
  }
}

test('a socket that names SIMs gets their events only, one that names none gets all, and invalid messages change nothing', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const [a = 0, b = 0, c = 0] = await addSims(server.db, [{}, {}, {}])
  using all = await listener(server, call)
  using some = await listener(server, call)
  using hostile = await listener(server, call)
  const rename = (id: number, device_alias: string) => call(endpoints.updateSim, { params: { id }, body: { device_alias } })

  await some.say({ watch: { sims: [a, b] } })
  await hostile.say({ watch: { sims: [c] } })
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
    await hostile.say(nonsense)
  await rename(a, 'a1')
  await rename(c, 'c1')
  await rename(b, 'b1')
  await Promise.all([all.hears('a1'), all.hears('b1'), all.hears('c1'), some.hears('a1'), some.hears('b1'), hostile.hears('c1')])
  expect(hostile.aliases()).not.toContain('a1')
  expect(some.aliases()).not.toContain('c1')

  // The watch changes after the SIM was read and changed again: its last state is sent.
  await rename(c, 'c2')
  await all.hears('c2')
  await some.say({ watch: { sims: [c] } })
  await some.hears('c2')
  await rename(a, 'a2')
  await rename(c, 'c3')
  await some.hears('c3')
  await all.hears('a2')
  expect(some.aliases()).not.toContain('a2')

  hostile.socket.send(JSON.stringify({ watch: { sims: [a] } }).padEnd(16_385))
  await until(() => hostile.heard.some(({ event }) => event.startsWith('closed')))
  await rename(a, 'a3')
  await all.hears('a3')
})

test('a watch that a console sends before the server has identified it applies', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const [a = 0, b = 0] = await addSims(server.db, [{}, {}])
  using all = await listener(server, call)
  using early = await listener(server, call, { watch: { sims: [a] } })
  const rename = (id: number, device_alias: string) => call(endpoints.updateSim, { params: { id }, body: { device_alias } })
  await rename(b, 'b1')
  await all.hears('b1')
  await rename(a, 'a1')
  await early.hears('a1')
  expect(early.aliases()).not.toContain('b1')
})

test('of many messages of a socket without a pause the last applies, and not all are read', async () => {
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
  await restless.hears('a1')
  await rename(b, 'b1')
  await all.hears('b1')
  expect(restless.aliases()).not.toContain('b1')
  expect(restless.heard.filter(({ event }) => event === 'PING').length).toBeLessThan(messages / 2)
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

  // After a gap everything that is watched is sent again.
  sockets.push(wholeChange({ work: 'all' }))
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
  await list.say({ watch: { sims: [], campaigns: 'all' } })
  await elsewhere.say({ watch: { sims: [] } })
  const snapshot = await call(endpoints.createSnapshot, { body: { simIds } })
  const targets = [{ appletType: 1, package: { packageAID, otaVersion, label }, active: true } as const]
  const { id } = await call(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets } })
  const hears = (who: typeof list, what: object) =>
    until(() => who.heard.findLast((one) => one.campaign?.id === id && covers(one.campaign, what)))
  await hears(list, { state: 'running', total: 3, cancelled: 0 })

  // A change shortly before the watch is sent, too.
  await call(endpoints.cancelOta, { params: { id }, body: { simIds: simIds.slice(0, 1) } })
  await page.say({ watch: { sims: [], campaigns: [id] } })
  await Promise.all([hears(list, { cancelled: 1 }), hears(page, { cancelled: 1 })])
  await page.say({ watch: { sims: [], campaigns: [id + 1] } })
  const before = page.heard.length
  await call(endpoints.cancelOta, { params: { id }, body: {} })
  const over = await hears(list, { state: 'stopped', cancelled: 3 })
  expect(over.campaign).toMatchObject({ counts: { Failed: 3, Ready: 0 } })
  await elsewhere.say({ watch: { sims: [], campaigns: [id] } })
  await hears(elsewhere, { state: 'stopped' })
  expect(page.heard.slice(before).filter(({ event }) => event === 'CAMPAIGN_UPDATED')).toEqual([])
})
