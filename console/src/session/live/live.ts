import { endpoints } from '@simdeck/contract/endpoints.ts'
import { socketTiming } from '@simdeck/contract/events.ts'
import type { SocketEvent } from '@simdeck/contract/events.ts'
import { notifyManager } from '@tanstack/react-query'
import { useConnection } from '../../ui/frame/connection.ts'
import { call } from '../api/api.ts'
import { Gap } from './gap.ts'
import { applyToCaches, refreshAll, rowOf } from './live-cache.ts'
import { liveNotes, noteEvent } from './live-notes.ts'
import { onUnreachable } from './reach.ts'
import { websocketUrl } from '../api/transport.ts'
import { setWatchSender } from './watched-sims.ts'

type Listener = (event: SocketEvent) => void
const listeners = new Set<Listener>()

/** Calls the listener for every event of the websocket, after the caches are updated. Returns a function that removes the listener. */
export function onSocketEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True for an event of any name. A newer server may send events that this version does not know; listeners ignore them. */
const isEvent = (received: unknown): received is SocketEvent =>
  typeof received === 'object' && received !== null && 'event' in received && typeof received.event === 'string'

function receive(message: MessageEvent<unknown>): void {
  let received: unknown
  try {
    received = JSON.parse(String(message.data))
  } catch {
    return
  }
  if (!isEvent(received)) return
  const row = rowOf(received)
  if (row === null) return deliver([received])
  // Of several events for a row that arrive within an animation frame, only the last one counts.
  const name = `${received.event} ${row.id}`
  waiting.delete(name)
  waiting.set(name, received)
  flushWithFrame()
}

const waiting = new Map<string, SocketEvent>()
const hiddenMs = 250
let frame: { animation: number; timer: number } | null = null

/** Delivers the waiting events once per animation frame. A timer does it in hidden windows, which have no frames. */
function flushWithFrame(): void {
  if (frame) return
  const flush = (): void => {
    if (frame) {
      cancelAnimationFrame(frame.animation)
      window.clearTimeout(frame.timer)
    }
    frame = null
    const events = [...waiting.values()]
    waiting.clear()
    deliver(events)
  }
  frame = { animation: requestAnimationFrame(flush), timer: window.setTimeout(flush, hiddenMs) }
}

function deliver(events: readonly SocketEvent[]): void {
  notifyManager.batch(() => {
    for (const event of events) applyToCaches(event)
  })
  for (const event of events) {
    noteEvent(event)
    for (const listener of listeners) listener(event)
  }
}

/** Time limit of a connection attempt. */
const attemptMs = 10_000
/** Time within which the server must answer a ping. After it the websocket is closed. */
const answerMs = 5000

/**
 * Keeps one websocket open until the returned function is called. It reconnects after 500 ms, then after twice as long each time,
 * up to 8000 ms. It sends a ping every 180,000 ms, and when a network change or a failed call suggests that the connection is lost.
 */
export function connectLive(onConnected: () => void): () => void {
  let stopped = false
  let delayMs: number = socketTiming.reconnectFirstMs
  let socket: WebSocket | null = null
  let retryTimer: number | undefined
  let pingTimer: number | undefined
  let deadlineTimer: number | undefined
  let missedSome = false
  liveNotes.unread = null
  const gap = new Gap()

  function cancelDeadline(): void {
    window.clearTimeout(deadlineTimer)
    deadlineTimer = undefined
  }

  function ping(): void {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ event: 'PING' }))
    deadlineTimer ??= window.setTimeout(lost, answerMs)
  }

  function lost(): void {
    const dead = socket
    socket = null
    dead?.close()
    window.clearInterval(pingTimer)
    cancelDeadline()
    setWatchSender(null)
    if (stopped) return
    missedSome = true
    retryTimer = window.setTimeout(attempt, delayMs)
    gap.waiting(Date.now() + delayMs)
    delayMs = Math.min(delayMs * 2, socketTiming.reconnectMaxMs)
  }

  function attempt(): void {
    window.clearTimeout(retryTimer)
    retryTimer = undefined
    gap.trying()
    void open()
  }

  async function open(): Promise<void> {
    let ticket: string
    try {
      ticket = (await call(endpoints.wsTicket, { signal: AbortSignal.timeout(attemptMs) })).ticket
    } catch {
      return lost()
    }
    if (stopped) return
    const opened = new WebSocket(websocketUrl(ticket))
    socket = opened
    deadlineTimer = window.setTimeout(lost, attemptMs)
    opened.addEventListener('open', () => void connected(opened))
    opened.addEventListener('message', (message) => {
      cancelDeadline()
      receive(message)
    })
    opened.addEventListener('close', () => {
      if (socket === opened) lost()
    })
  }

  async function connected(opened: WebSocket): Promise<void> {
    if (socket !== opened) return
    cancelDeadline()
    delayMs = socketTiming.reconnectFirstMs
    setWatchSender((request) => opened.send(JSON.stringify(request)))
    pingTimer = window.setInterval(ping, socketTiming.pingMs)
    onConnected()
    if (missedSome) {
      await refreshAll((left, of) => socket === opened && gap.catchingUp(left, of))
    }
    if (socket !== opened) return
    missedSome = false
    gap.closed()
  }

  /** Starts the next attempt now. A running attempt continues. */
  function reconnect(): void {
    if (retryTimer === undefined) return
    delayMs = socketTiming.reconnectFirstMs
    attempt()
  }
  function checkConnection(): void {
    if (document.visibilityState === 'hidden') return
    reconnect()
    ping()
  }

  useConnection.setState({ reconnect })
  window.addEventListener('online', checkConnection)
  window.addEventListener('offline', ping)
  document.addEventListener('visibilitychange', checkConnection)
  const stopListening = onUnreachable(ping)
  gap.trying()
  void open()
  return () => {
    stopped = true
    window.removeEventListener('online', checkConnection)
    window.removeEventListener('offline', ping)
    document.removeEventListener('visibilitychange', checkConnection)
    stopListening()
    window.clearTimeout(retryTimer)
    window.clearInterval(pingTimer)
    cancelDeadline()
    gap.end()
    socket?.close()
  }
}
