import type { SocketRequest } from '@simdeck/contract/events.ts'
import type { MemberCaller } from './handler.ts'

/** An open websocket. `send` accepts UTF-8, so that a text is encoded once for all sockets. */
export type Socket = {
  caller: MemberCaller
  /** The IP address of the client. */
  ip: string
  send: (text: Uint8Array) => void
  close: () => void
  bufferedBytes: () => number
}

/** The open sockets of this node. */
export type OpenSockets = {
  /** True if the member has the maximum of open sockets. */
  isFull: (memberId: number) => boolean
  /** Returns the function that removes the socket. */
  add: (socket: Socket) => () => void
  /** Limits the events of the socket to these SIMs and campaigns. */
  watch: (socket: Socket, chosen: SocketRequest['watch']) => void
}
