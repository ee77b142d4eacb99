import { connect, createServer, type Socket } from 'node:net'
import { wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'

/** A frame at one of two moments: when it reaches the proxy, and when the proxy has passed it on. */
export type FrameMoment = { from: 'card' | 'server'; phase: 'arrived' | 'passed'; frame: Uint8Array }

export type FrameProxy = { port: number; close: () => Promise<void> }

export type FrameProxyOptions = {
  /** Returns the device port for a frame; null when no server is running. */
  route: () => number | null
  /** Called at every moment of a frame. If it returns false, the frame is dropped and the connection is cut. */
  watch: (moment: FrameMoment) => boolean
  /** Delays a frame of a card until it resolves; null for no delay. */
  delay: () => Promise<unknown> | null
}

/** Starts a proxy between cards and device ports. */
export async function startFrameProxy(options: FrameProxyOptions): Promise<FrameProxy> {
  const open = new Set<CardConnection>()
  const proxy = createServer({ noDelay: true }, (card) => {
    const connection = new CardConnection(card, options)
    open.add(connection)
    card.on('close', () => open.delete(connection))
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = proxy.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    close: () =>
      new Promise((done) => {
        proxy.close(() => done())
        for (const connection of open) connection.cut()
      }),
  }
}

/** Connection of a card. Its frames may go to different nodes. */
class CardConnection {
  readonly #card: Socket
  readonly #options: FrameProxyOptions
  readonly #servers = new Map<number, Socket>()

  constructor(card: Socket, options: FrameProxyOptions) {
    this.#card = card
    this.#options = options
    onFrames(card, (frame) => void this.#up(frame))
    card.on('error', () => this.cut())
    card.on('close', () => this.cut())
  }

  cut(): void {
    this.#card.destroy()
    for (const server of this.#servers.values()) server.destroy()
  }

  async #up(frame: Uint8Array): Promise<void> {
    const { route, watch, delay } = this.#options
    if (!watch({ from: 'card', phase: 'arrived', frame })) return this.cut()
    await delay()
    const port = route()
    if (port === null || this.#card.destroyed) return this.cut()
    this.#server(port).write(frame)
    if (!watch({ from: 'card', phase: 'passed', frame })) this.cut()
  }

  #server(port: number): Socket {
    const known = this.#servers.get(port)
    if (known) return known
    const server = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#servers.set(port, server)
    onFrames(server, (frame) => {
      if (!this.#options.watch({ from: 'server', phase: 'arrived', frame })) return this.cut()
      this.#card.write(frame)
      if (!this.#options.watch({ from: 'server', phase: 'passed', frame })) this.cut()
    })
    server.on('error', () => this.cut())
    server.on('close', () => this.cut())
    return server
  }
}

function onFrames(socket: Socket, take: (frame: Uint8Array) => void): void {
  let pending = Buffer.alloc(0)
  socket.on('data', (data) => {
    pending = Buffer.concat([pending, data])
    for (;;) {
      const length = wholeFrameLength(pending)
      if (length === 'refused') return void socket.destroy()
      if (length === null || pending.length < length) return
      take(new Uint8Array(pending.subarray(0, length)))
      pending = pending.subarray(length)
    }
  })
}
