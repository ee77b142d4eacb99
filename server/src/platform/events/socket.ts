import type { MemberCaller } from '../http/handler.ts'

/** One open websocket: what the plumbing gives. `send` takes UTF-8, which all sockets share. */
export type Socket = {
  caller: MemberCaller
  /** Where it comes from. */
  ip: string
  send: (text: Uint8Array) => void
  close: () => void
  bufferedBytes: () => number
}
