import type { MemberCaller } from '../http/handler.ts'

/** One open websocket. `send` takes UTF-8, which all sockets share. */
export type Socket = {
  caller: MemberCaller
  /** The IP address of the client. */
  ip: string
  send: (text: Uint8Array) => void
  close: () => void
  bufferedBytes: () => number
}
