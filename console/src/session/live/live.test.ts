import type { SocketEvent } from '@simdeck/contract/events.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOffline } from '../../ui/form/offline.ts'
import { useConnection } from '../../ui/frame/connection.ts'
import { call } from '../api/api.ts'
import { queryClient } from '../api/query-client.ts'
import { liveNotes } from './live-notes.ts'
import { connectLive, onSocketEvent } from './live.ts'

vi.mock('../api/api.ts', () => ({ call: vi.fn<() => Promise<{ ticket: string }>>() }))
vi.mock('../api/transport.ts', () => ({ websocketUrl: (ticket: string) => `ws://console/ws?token=${ticket}` }))

class TestSocket extends EventTarget {
  static readonly OPEN = 1
  static all: TestSocket[] = []
  readyState = 0
  readonly sent: unknown[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    TestSocket.all.push(this)
  }
  send(text: string): void {
    const message = JSON.parse(text) as object
    if ('event' in message) this.sent.push(message)
  }
  close(): void {
    this.end()
  }
  open(): void {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  end(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  receive(event: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
}

const asked = vi.mocked(call)
const lastSocket = (): TestSocket => TestSocket.all.at(-1)!
let disconnect = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  const target = new EventTarget()
  const listen = { addEventListener: target.addEventListener.bind(target), removeEventListener: target.removeEventListener.bind(target) }
  vi.stubGlobal('window', Object.assign(Object.create(globalThis) as object, listen))
  vi.stubGlobal('document', { ...listen, visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  TestSocket.all = []
  asked.mockReset()
  asked.mockResolvedValue({ ticket: 't' })
})
afterEach(() => {
  disconnect()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function opened(): Promise<TestSocket> {
  await vi.advanceTimersByTimeAsync(0)
  lastSocket().open()
  await vi.advanceTimersByTimeAsync(0)
  return lastSocket()
}

/** The time from now until the console next asks for a ticket, which each attempt begins with. */
async function untilAttempt(): Promise<number> {
  const before = asked.mock.calls.length
  for (let ms = 0; ms <= 20_000; ms += 100) {
    if (asked.mock.calls.length > before) return ms
    await vi.advanceTimersByTimeAsync(100)
  }
  throw new Error('no attempt')
}

test('it reconnects after 500 ms, then after twice as long each time up to 8000 ms, and after 500 ms again once it was open', async () => {
  disconnect = connectLive(() => undefined)
  const first = await opened()
  asked.mockRejectedValue(new Error('unreachable'))
  first.end()
  const waits: number[] = []
  for (let n = 0; n < 7; n++) waits.push(await untilAttempt())
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])

  asked.mockResolvedValue({ ticket: 't2' })
  expect(await untilAttempt()).toBe(8000)
  const second = await opened()
  expect(second).not.toBe(first)
  expect(second.url).toBe('ws://console/ws?token=t2')
  expect(useConnection.getState().now).toEqual({ is: 'live' })
  second.end()
  expect(await untilAttempt()).toBe(500)
})

test('PING is sent every 180,000 ms from the connection on, and a server that does not answer within 5 seconds is left', async () => {
  disconnect = connectLive(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  const socket = lastSocket()
  await vi.advanceTimersByTimeAsync(9000)
  expect(socket.sent).toEqual([])
  await opened()
  await vi.advanceTimersByTimeAsync(179_999)
  expect(socket.sent).toEqual([])
  for (const pings of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(1)
    expect(socket.sent).toEqual(Array.from({ length: pings }, () => ({ event: 'PING' })))
    socket.receive({ event: 'PING' })
    await vi.advanceTimersByTimeAsync(179_999)
  }
  expect(TestSocket.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await untilAttempt()).toBe(500)
  expect(TestSocket.all).toHaveLength(2)
})

test('a message that is no event changes nothing, and an event reaches its listeners', async () => {
  disconnect = connectLive(() => undefined)
  const socket = await opened()
  const received: SocketEvent[] = []
  const stop = onSocketEvent((event) => void received.push(event))
  for (const wrong of ['{', '1', 'null', '[]', '{}', '{"event":1}']) socket.dispatchEvent(new MessageEvent('message', { data: wrong }))
  socket.receive({ event: 'OF_A_NEWER_SERVER' })
  socket.receive({ event: 'PING' })
  await vi.advanceTimersByTimeAsync(1000)
  stop()
  expect(received.map(({ event }) => event)).toEqual(['OF_A_NEWER_SERVER', 'PING'])
})

test('the list of received SIM data has the 20 latest, newest first', async () => {
  disconnect = connectLive(() => undefined)
  const socket = await opened()
  for (let simId = 1; simId <= 25; simId++) {
    const logAction = { simId, source: 'poll', user_name: null, user_email: null, created_at: '2026-11-24T00:00:00Z', isSuccess: true }
    socket.receive({ event: 'SIM_DATA_RECIEVED', logAction })
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(liveNotes.received.map(({ simId }) => simId)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index))
})

test('after a gap every shown answer is loaded again, and the state tells how many are missing', async () => {
  disconnect = connectLive(() => undefined)
  const socket = await opened()
  const loads = ['a', 'b', 'c'].map((name) => ({ name, times: 0, arrive: (): void => undefined }))
  const stops = loads.map((load) =>
    new QueryObserver(queryClient, {
      queryKey: [load.name],
      queryFn: async () => {
        load.times++
        if (load.times > 1) await new Promise<void>((resolve) => (load.arrive = resolve))
        return load.times
      },
    }).subscribe(() => undefined),
  )
  await vi.advanceTimersByTimeAsync(0)
  socket.end()
  await vi.advanceTimersByTimeAsync(7000)
  expect(useConnection.getState().now.is).toBe('stopped')
  useConnection.getState().reconnect()
  await opened()
  const left = () => {
    const { now } = useConnection.getState()
    return now.is === 'catchingUp' ? [now.left, now.of] : now.is
  }
  expect(left()).toEqual([3, 3])
  loads[1]!.arrive()
  await vi.advanceTimersByTimeAsync(1)
  expect(left()).toEqual([2, 3])
  for (const { arrive } of loads) arrive()
  await vi.advanceTimersByTimeAsync(1)
  expect(left()).toBe('live')
  expect(liveNotes.reloaded?.queries).toHaveLength(3)
  for (const stop of stops) stop()
  queryClient.clear()
})

test('without a network it is offline at once, which disables the buttons that change data', async () => {
  disconnect = connectLive(() => undefined)
  const socket = await opened()
  vi.stubGlobal('navigator', { onLine: false })
  asked.mockRejectedValue(new Error('unreachable'))
  socket.end()
  expect(useConnection.getState().now.is).toBe('offline')
  expect(useOffline.getState().offline).toBe(true)
  vi.stubGlobal('navigator', { onLine: true })
  asked.mockResolvedValue({ ticket: 't' })
  await vi.advanceTimersByTimeAsync(500)
  await opened()
  expect(useOffline.getState().offline).toBe(false)
})
