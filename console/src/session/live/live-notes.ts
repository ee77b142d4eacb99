import type { SocketEvent } from '@simdeck/contract/events.ts'
import type { Query } from '@tanstack/react-query'

type SimData = Extract<SocketEvent, { event: 'SIM_DATA_RECIEVED' }>['logAction']

/** Maximum number of received SIM data that are kept (specification §7, websocket). */
const maxReceived = 20

/** Facts about the live updates. The details of the connection show them while they are open, so nothing is drawn at a change. */
export const liveNotes = {
  lastChangeMs: null as number | null,
  /** The latest received SIM data, newest first. */
  received: [] as readonly SimData[],
  /** The answers that were loaded again after the last gap. */
  reloaded: null as { atMs: number; queries: readonly Query[] } | null,
}

export function noteEvent(event: SocketEvent): void {
  if (event.event === 'PING') return
  liveNotes.lastChangeMs = Date.now()
  if (event.event === 'SIM_DATA_RECIEVED') liveNotes.received = [event.logAction, ...liveNotes.received].slice(0, maxReceived)
}
