import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { maxWholeFrame, wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'

/** What a frame is answered with; null: nothing, and the connection is closed (OTA protocol §5.9). */
export type FrameAnswer = { bytes: Uint8Array; last: boolean } | null
export type AnswerFrame = (frame: Uint8Array) => Promise<FrameAnswer>

const completeFrameMs = 10_000
const idleConnectionMs = 200_000
const closeAfterLastMs = 10_000
const maxConnections = 50_000

export type DevicePort = { port: number; connections: () => number; close: () => Promise<void> }

/**
 * The door for devices (OTA protocol §5): frames over TCP, or one per `POST /ota` on the same port; a frame's first octet is
 * at most 05, so that HTTP can be told from it.
 */
export async function openDevicePort(options: { host: string; port: number; answer: AnswerFrame }): Promise<DevicePort> {
  const http = createHttpServer({ headersTimeout: completeFrameMs, requestTimeout: completeFrameMs }, (request, response) => {
    serveHttp(request, response, options.answer).catch(() => response.destroy())
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
        http.emit('connection', socket)
        process.nextTick(() => socket.resume())
        return
      }
      new FrameConnection(socket, options.answer).receive(first)
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
  #pending: Buffer = Buffer.alloc(0)
  #answering = false
  #completeBy: NodeJS.Timeout | undefined

  constructor(socket: Socket, answer: AnswerFrame) {
    this.#socket = socket
    this.#answer = answer
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
      this.#completeBy ??= setTimeout(() => this.#socket.destroy(), completeFrameMs)
      return
    }
    clearTimeout(this.#completeBy)
    this.#completeBy = undefined
    const frame = new Uint8Array(this.#pending.subarray(0, length))
    this.#pending = this.#pending.subarray(length)
    this.#answering = true
    this.#answer(frame).then(
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

async function serveHttp(request: IncomingMessage, response: ServerResponse, answer: AnswerFrame): Promise<void> {
  response.shouldKeepAlive = false
  if (request.method !== 'POST' || request.url !== '/ota') return void response.writeHead(404).end()
  if (request.headers['content-type'] !== 'application/octet-stream') return void response.writeHead(415).end()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxWholeFrame) return void response.writeHead(413, { connection: 'close' }).end()
    parts.push(part)
  }
  const frame = new Uint8Array(Buffer.concat(parts))
  const answered = frame.length === 0 ? null : await answer(frame)
  if (!answered) return void response.writeHead(204).end()
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': answered.bytes.length }).end(answered.bytes)
}
