import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; body: Buffer; closes: boolean }

type Waiting = { request: Buffer; done: (answer: RawAnswer | null) => void }

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/**
 * A keep-alive connection that sends requests without waiting for earlier answers. An unanswered request is null when the server closes the
 * connection.
 */
export class RawClient {
  readonly #port: number
  #socket: Socket | null = null
  #received: Buffer = Buffer.alloc(0)
  #waiting: Waiting[] = []

  constructor(port: number) {
    this.#port = port
  }

  send(request: Buffer): Promise<RawAnswer | null> {
    return new Promise((done) => {
      this.#socket ??= this.#open()
      this.#waiting.push({ request, done })
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (data) => this.#take(socket, data))
    // The event `close` follows every error.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#lose(socket))
    return socket
  }

  #lose(socket: Socket): void {
    if (this.#socket !== socket) return
    const waiting = this.#waiting
    this.#socket = null
    this.#waiting = []
    this.#received = Buffer.alloc(0)
    for (const { done } of waiting) done(null)
  }

  #take(socket: Socket, data: Buffer): void {
    if (this.#socket !== socket) return
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data])
    for (let read = readAnswer(this.#received); read && this.#waiting.length > 0; read = readAnswer(this.#received)) {
      this.#received = this.#received.subarray(read.length)
      this.#waiting.shift()!.done(read.answer)
      if (read.answer.closes) {
        this.#lose(socket)
        socket.destroy()
        return
      }
    }
  }
}

/** First complete answer of the received octets; null when it is incomplete. */
export function readAnswer(bytes: Buffer): { answer: RawAnswer; length: number } | null {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end).toLowerCase()
  const status = Number(head.slice(9, 12))
  const closes = head.includes('\r\nconnection: close')
  const from = end + headEnd.length
  const length = /\r\ncontent-length: (\d+)/.exec(head)
  if (length || status === 204 || status === 304) {
    const to = from + Number(length?.[1] ?? 0)
    return bytes.length < to ? null : { answer: { status, closes, body: bytes.subarray(from, to) }, length: to }
  }
  const read = readChunks(bytes, from)
  return read && { answer: { status, closes, body: read.body }, length: read.to }
}

function readChunks(bytes: Buffer, from: number): { body: Buffer; to: number } | null {
  const chunks: Buffer[] = []
  for (let at = from; ;) {
    const end = bytes.indexOf(lineEnd, at)
    if (end < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    const data = end + lineEnd.length
    const to = data + size + lineEnd.length
    if (bytes.length < to) return null
    if (!(size > 0)) return { body: Buffer.concat(chunks), to }
    chunks.push(bytes.subarray(data, data + size))
    at = to
  }
}
