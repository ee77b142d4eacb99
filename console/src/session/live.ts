import { endpoints } from '@simdeck/contract/endpoints.ts'
import { socketTiming } from '@simdeck/contract/events.ts'
import type { SocketEvent } from '@simdeck/contract/events.ts'
import { create } from 'zustand'
import { call } from './api.ts'
import { applyToCaches, refreshLive } from './live-cache.ts'
import { websocketUrl } from './transport.ts'

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
  applyToCaches(told)
  for (const listener of listeners) listener(told)
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
