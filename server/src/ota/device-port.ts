import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { maxWholeFrame, wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'

/** Answer to a frame. For null, nothing is sent and the connection is closed (OTA protocol §5.9). */
export type FrameAnswer = { bytes: Uint8Array; last: boolean } | null
/** The sender of a frame. Refused frames that name no SIM are counted per address. */
export type Peer = {
  address: () => string
  /** True if its connection has ended, so that an answer would reach nobody. */
  isGone: () => boolean
}
/** Answers at once if the answer needs no database. */
export type AnswerFrame = (frame: Uint8Array, peer: Peer) => FrameAnswer | Promise<FrameAnswer>

const idleConnectionMs = 200_000
const closeAfterLastMs = 10_000
const maxConnections = 50_000
/** Interval of the search for connections whose time is over: a timer for each connection costs more than the search. */
const sweepMs = 500
/** Octets that always fit one segment of TCP (RFC 9293 §3.7.1). */
const leastSegment = 536

export type DevicePort = { port: number; connections: () => number; close: () => Promise<void> }

/**
 * The device port (OTA protocol §5): frames over TCP, or one frame per `POST /ota` on the same port. The first octet of a frame is at most
 * 05, which distinguishes it from HTTP.
 */
export async function openDevicePort(options: {
  host: string
  port: number
  answer: AnswerFrame
  /** Time limit for a complete frame or request; 10 s except in tests. */
  completeFrameMs?: number
}): Promise<DevicePort> {
  const { completeFrameMs = 10_000, answer } = options
  // A server that does not listen itself has no time limit for requests; each connection carries one request.
  const completeBy = new WeakMap<Socket, NodeJS.Timeout>()
  const http = createHttpServer((request, response) => {
    const received = () => clearTimeout(completeBy.get(request.socket))
    // The engine has logged its failures; the others are those of a client that closed the connection.
    serveHttp(request, response, { answer, received }).catch(() => response.destroy())
  })
  const onHttp = (socket: Socket, first: Buffer) => {
    socket.pause()
    socket.unshift(first)
    socket.setTimeout(completeFrameMs, () => socket.destroy())
    const late = setTimeout(() => socket.destroy(), completeFrameMs)
    completeBy.set(socket, late)
    socket.once('close', () => clearTimeout(late))
    http.emit('connection', socket)
    process.nextTick(() => socket.resume())
  }
  const open = new Set<FrameConnection>()
  // Without half-open connections, Node shuts its own side down before it closes, by a system call more.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = new FrameConnection(socket, { answer, completeFrameMs, onHttp })
    open.add(connection)
    socket.on('close', () => open.delete(connection))
  })
  let sweep = setTimeout(closeLate, sweepMs)
  function closeLate(): void {
    const now = performance.now()
    for (const connection of open) connection.closeIfLate(now)
    sweep = setTimeout(closeLate, sweepMs)
  }
  server.maxConnections = maxConnections
  await new Promise<void>((done, failed) => server.once('error', failed).listen(options.port, options.host, 1024, done))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    connections: () => open.size,
    close: () =>
      new Promise((done) => {
        clearTimeout(sweep)
        server.close(() => done())
        for (const { socket } of open) socket.destroy()
      }),
  }
}

const peerOf = (socket: Socket): Peer => ({ address: () => socket.remoteAddress ?? '', isGone: () => socket.destroyed })

/** Frames of one connection, answered one after another. A connection that begins with another octet is given to `onHttp`. */
class FrameConnection {
  readonly socket: Socket
  readonly #peer: Peer
  readonly #answer: AnswerFrame
  readonly #completeFrameMs: number
  /** Octets that are not answered yet. */
  #pending: Buffer | null = null
  #answering = false
  #hasAnswered = false
  /** Time at which the connection is closed unless a frame or an answer comes earlier, as `performance.now()`. */
  #closeAt: number
  /** True if a frame has begun, whose end must come before `#closeAt`. */
  #isInFrame = false

  constructor(socket: Socket, options: { answer: AnswerFrame; completeFrameMs: number; onHttp: (socket: Socket, first: Buffer) => void }) {
    this.socket = socket
    this.#peer = peerOf(socket)
    this.#answer = options.answer
    this.#completeFrameMs = options.completeFrameMs
    this.#closeAt = performance.now() + options.completeFrameMs
    let isFirst = true
    const onEnd = () => {
      if (socket.writableLength > 0) socket.end()
      else socket.destroy()
    }
    const receive = (data: Buffer) => {
      if (isFirst && data[0]! > maxWholeFrame >> 8) {
        this.#closeAt = Infinity
        socket.off('data', receive)
        socket.off('end', onEnd)
        return options.onHttp(socket, data)
      }
      isFirst = false
      this.#receive(data)
    }
    socket.on('error', () => socket.destroy())
    socket.on('data', receive)
    socket.on('end', onEnd)
  }

  closeIfLate(now: number): void {
    if (now >= this.#closeAt) this.socket.destroy()
  }

  #receive(data: Buffer): void {
    this.#pending = this.#pending ? Buffer.concat([this.#pending, data]) : data
    if (this.#pending.length > 4 * maxWholeFrame) this.socket.pause()
    this.#next()
  }

  #next(): void {
    if (this.#answering) return
    for (let frame = this.#take(); frame; frame = this.#take()) {
      const answer = this.#answer(frame, this.#peer)
      if (answer instanceof Promise) {
        this.#answering = true
        answer.then(
          (later) => {
            this.#answering = false
            this.#send(later)
            this.#next()
          },
          () => this.socket.destroy(),
        )
        return
      }
      this.#send(answer)
    }
  }

  /** Takes the next frame; null if none is complete, or if the connection has ended. */
  #take(): Uint8Array | null {
    const pending = this.#pending
    if (!pending || this.socket.destroyed) return null
    const length = wholeFrameLength(pending)
    if (length === 'refused') {
      this.socket.destroy()
      return null
    }
    if (length === null || pending.length < length) {
      if (!this.#isInFrame) this.#closeAt = performance.now() + this.#completeFrameMs
      this.#isInFrame = true
      return null
    }
    this.#isInFrame = false
    this.#closeAt = performance.now() + idleConnectionMs
    const isAll = pending.length === length
    this.#pending = isAll ? null : pending.subarray(length)
    // A view of the whole, or a copy that does not keep the octets after it.
    return isAll ? new Uint8Array(pending.buffer, pending.byteOffset, length) : new Uint8Array(pending.subarray(0, length))
  }

  #send(answer: FrameAnswer): void {
    if (!answer || this.socket.destroyed) return void this.socket.destroy()
    // A frame of two segments, or one that follows another, must not wait until the card confirms the earlier octets.
    if (this.#hasAnswered || answer.bytes.length > leastSegment) this.socket.setNoDelay(true)
    this.#hasAnswered = true
    this.socket.write(answer.bytes)
    if (answer.last) this.#closeAt = performance.now() + closeAfterLastMs
    this.socket.resume()
  }
}

async function serveHttp(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, received }: { answer: AnswerFrame; received: () => void },
): Promise<void> {
  response.shouldKeepAlive = false
  if (request.method !== 'POST' || request.url !== '/ota') return void response.writeHead(404).end()
  if (request.headers['content-type'] !== 'application/octet-stream') return void response.writeHead(415).end()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    // Further octets are not stored: a body longer than the longest frame is refused anyway.
    if (length <= maxWholeFrame) parts.push(part)
    length += part.length
  }
  received()
  const answered = await answer(new Uint8Array(Buffer.concat(parts)), peerOf(request.socket))
  if (!answered) return void response.writeHead(204).end()
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': answered.bytes.length }).end(answered.bytes)
}
