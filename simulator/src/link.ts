import { connect } from 'node:net'
import { wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'

export interface Address {
  host: string
  port: number
}

/** One connection to a server, for whole frames. */
export interface Link {
  /** Sends a frame. Frames sent before the connection is open wait for it. */
  send: (frame: Uint8Array) => void
  /** Closes the connection. The listener is not called any more. */
  close: () => void
}

export interface LinkListener {
  frame: (frame: Uint8Array) => void
  /** Called once when the connection broke, could not be opened, or delivered octets that are no frame. */
  lost: () => void
}

/**
 * Opens a connection. The listener is never called from inside `openLink`, `send` or `close`. A function that wraps this one sees every
 * frame between a SIM and its server.
 */
export type OpenLink = (to: Address, listener: LinkListener) => Link

const nothing = Buffer.alloc(0)

/** Opens a connection that carries frames over TCP (OTA protocol §5). */
export const openTcpLink: OpenLink = (to, listener) => {
  const socket = connect({ ...to, noDelay: true })
  let pending = nothing
  let open = true
  const lose = (): void => {
    if (!open) return
    open = false
    socket.destroy()
    listener.lost()
  }
  socket.on('error', lose)
  socket.on('close', lose)
  socket.on('end', lose)
  socket.on('data', (data) => {
    pending = pending.length === 0 ? data : Buffer.concat([pending, data])
    while (open && pending.length > 0) {
      const length = wholeFrameLength(pending)
      if (length === 'refused') return lose()
      if (length === null || pending.length < length) return
      const frame = new Uint8Array(pending.subarray(0, length))
      pending = pending.subarray(length)
      listener.frame(frame)
    }
  })
  return {
    send: (frame) => void socket.write(frame),
    close: () => {
      open = false
      socket.destroy()
    },
  }
}
