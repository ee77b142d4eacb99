import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { maxWholeFrame, wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'

/** Answer to a frame. For null, nothing is sent and the connection is closed (OTA protocol §5.9). */
export type FrameAnswer = { bytes: Uint8Array; last: boolean } | null
/** `address` returns the address of the peer. Refused frames that name no SIM are counted per address. */
export type AnswerFrame = (frame: Uint8Array, address: () => string) => Promise<FrameAnswer>

const idleConnectionMs = 200_000
const closeAfterLastMs = 10_000
const maxConnections = 50_000

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
  const { completeFrameMs = 10_000 } = options
  // A server that does not listen itself has no time limit for requests; each connection carries one request.
  const completeBy = new WeakMap<Socket, NodeJS.Timeout>()
  const http = createHttpServer((request, response) => {
    const received = () => clearTimeout(completeBy.get(request.socket))
    serveHttp(request, response, { answer: options.answer, received }).catch(() => response.destroy())
  })
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(completeFrameMs, () => socket.destroy())
    socket.once('data', (first) => {
      if (first[0]! > maxWholeFrame >> 8) {
        socket.pause()
        socket.unshift(first)
        const late = setTimeout(() => socket.destroy(), completeFrameMs)
        completeBy.set(socket, late)
        socket.once('close', () => clearTimeout(late))
        http.emit('connection', socket)
        process.nextTick(() => socket.resume())
        return
      }
      new FrameConnection(socket, { answer: options.answer, completeFrameMs }).receive(first)
    })
  })
  server.maxConnections = maxConnections
  await new Promise<void>((done, failed) => server.once('error', failed).listen(options.port, options.host, 1024, done))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    connections: () => open.size,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      }),
  }
}

/** Frames of one connection, answered one after another. */
class FrameConnection {
  readonly #socket: Socket
  readonly #answer: AnswerFrame
  readonly #completeFrameMs: number
  #pending: Buffer = Buffer.alloc(0)
  #answering = false
  #completeBy: NodeJS.Timeout | undefined

  constructor(socket: Socket, { answer, completeFrameMs }: { answer: AnswerFrame; completeFrameMs: number }) {
    this.#socket = socket
    this.#answer = answer
    this.#completeFrameMs = completeFrameMs
    socket.setTimeout(idleConnectionMs)
    socket.on('data', (data) => this.receive(data))
    socket.on('close', () => clearTimeout(this.#completeBy))
  }

  receive(data: Buffer): void {
    this.#pending = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data])
    if (this.#pending.length > 4 * maxWholeFrame) this.#socket.pause()
    this.#next()
  }

  #next(): void {
    if (this.#answering || this.#pending.length === 0) return
    const length = wholeFrameLength(this.#pending)
    if (length === 'refused') return void this.#socket.destroy()
    if (length === null || this.#pending.length < length) {
      this.#completeBy ??= setTimeout(() => this.#socket.destroy(), this.#completeFrameMs)
      return
    }
    clearTimeout(this.#completeBy)
    this.#completeBy = undefined
    const frame = new Uint8Array(this.#pending.subarray(0, length))
    this.#pending = this.#pending.subarray(length)
    this.#answering = true
    this.#answer(frame, () => this.#socket.remoteAddress ?? '').then(
      (answer) => this.#send(answer),
      () => this.#socket.destroy(),
    )
  }

  #send(answer: FrameAnswer): void {
    if (!answer || this.#socket.destroyed) return void this.#socket.destroy()
    this.#socket.write(answer.bytes)
    if (answer.last) this.#socket.setTimeout(closeAfterLastMs)
    this.#answering = false
    this.#socket.resume()
    this.#next()
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
  const answered = await answer(new Uint8Array(Buffer.concat(parts)), () => request.socket.remoteAddress ?? '')
  if (!answered) return void response.writeHead(204).end()
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': answered.bytes.length }).end(answered.bytes)
}
