import { endpoints } from '@simdeck/contract/endpoints.ts'
import { socketTiming } from '@simdeck/contract/events.ts'
import type { SocketEvent } from '@simdeck/contract/events.ts'
import { notifyManager } from '@tanstack/react-query'
import { create } from 'zustand'
import { call } from './api.ts'
import { applyToCaches, refreshLive } from './live-cache.ts'
import { websocketUrl } from './transport.ts'
import { tellWatched } from './watched-sims.ts'

/** Whether events arrive at this moment. */
export const useLive = create<{ connected: boolean }>(() => ({ connected: false }))

type Listener = (event: SocketEvent) => void
const listeners = new Set<Listener>()

/** Tells of every event of the websocket, after the caches hold it; returns how to stop. */
export function onSocketEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An event that this version does not know may arrive while the server is newer; nobody listens to its name. */
const isEvent = (told: unknown): told is SocketEvent =>
  typeof told === 'object' && told !== null && 'event' in told && typeof told.event === 'string'

function receive(message: MessageEvent<unknown>): void {
  let told: unknown
  try {
    told = JSON.parse(String(message.data))
  } catch {
    return
  }
  if (!isEvent(told)) return
  const row = rowOf(told)
  if (row === null) return deliver([told])
  waiting.delete(row)
  waiting.set(row, told)
  flushWithFrame()
}

const waiting = new Map<string, SocketEvent>()
const hiddenMs = 250
let frame: { animation: number; timer: number } | null = null

/** Events that tell the state of one row: of several between two frames the last one counts. */
function rowOf(event: SocketEvent): string | null {
  if (event.event === 'SIM_UPDATED') return `sim ${event.sim.id}`
  return event.event === 'OTA_LOG' ? `ota ${event.otaLog.id}` : null
}

/** Rows are written once for each frame that is drawn, however many events arrive; a window that is not seen draws none. */
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
  for (const event of events) for (const listener of listeners) listener(event)
}

/** Keeps one websocket open until the returned function is called: reconnects after 500 ms, doubling to 8000 ms, pings every 180,000 ms. */
export function connectLive(onConnected: () => void): () => void {
  let stopped = false
  let delayMs: number = socketTiming.reconnectFirstMs
  let socket: WebSocket | null = null
  let retryTimer: number | undefined
  let pingTimer: number | undefined
  let missedSome = false

  function reconnect(): void {
    window.clearInterval(pingTimer)
    tellWatched(null)
    useLive.setState({ connected: false })
    if (stopped) return
    missedSome = true
    retryTimer = window.setTimeout(() => void open(), delayMs)
    delayMs = Math.min(delayMs * 2, socketTiming.reconnectMaxMs)
  }

  async function open(): Promise<void> {
    let ticket: string
    try {
      ticket = (await call(endpoints.wsTicket, {})).ticket
    } catch {
      return reconnect()
    }
    if (stopped) return
    const opened = new WebSocket(websocketUrl(ticket))
    socket = opened
    opened.addEventListener('open', () => {
      delayMs = socketTiming.reconnectFirstMs
      tellWatched((request) => opened.send(JSON.stringify(request)))
      pingTimer = window.setInterval(() => opened.send(JSON.stringify({ event: 'PING' })), socketTiming.pingMs)
      useLive.setState({ connected: true })
      onConnected()
      if (missedSome) refreshLive()
      missedSome = false
    })
    opened.addEventListener('message', receive)
    opened.addEventListener('close', reconnect)
  }

  void open()
  return () => {
    stopped = true
    window.clearTimeout(retryTimer)
    window.clearInterval(pingTimer)
    socket?.close()
  }
}
