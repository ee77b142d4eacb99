import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { UnreadNotifications } from '@simdeck/contract/notifications.ts'
import type { Query } from '@tanstack/react-query'

type SimData = Extract<SocketEvent, { event: 'SIM_DATA_RECIEVED' }>['logAction']

/** Maximum number of received SIM data that are kept (specification §7, websocket). */
const maxReceived = 20

/** Facts about the live updates, for parts of the console that are drawn after they arrived. Nothing is drawn at a change. */
export const liveNotes = {
  lastChangeMs: null as number | null,
  /** The latest received SIM data, newest first. */
  received: [] as readonly SimData[],
  /** The unread notifications, which the server tells at the start of a websocket; null before. */
  unread: null as UnreadNotifications | null,
  /** The answers that were loaded again after the last gap. */
  reloaded: null as { atMs: number; queries: readonly Query[] } | null,
}

export function noteEvent(event: SocketEvent): void {
  if (event.event === 'PING') return
  liveNotes.lastChangeMs = Date.now()
  if (event.event === 'NOTIFICATIONS_UPDATED') liveNotes.unread = event.unread
  if (event.event === 'SIM_DATA_RECIEVED') liveNotes.received = [event.logAction, ...liveNotes.received].slice(0, maxReceived)
}
