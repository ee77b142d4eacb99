import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { ClientIdentityReader } from '@simdeck/protocol/scp81/client-identity.ts'

/**
 * The octets of a connection, held back at the message of the client that names its PSK identity until `prepare` has resolved: a TLS library
 * asks for the key at once, and a database does not answer at once. The connection ends if `prepare` rejects.
 */
export class GatedSocket extends Duplex {
  readonly #socket: Socket
  readonly #prepare: (identity: string | null) => Promise<void>
  #reader: ClientIdentityReader | null = new ClientIdentityReader()
  #isHeld = false

  constructor(socket: Socket, prepare: (identity: string | null) => Promise<void>) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#prepare = prepare
    socket.on('data', (octets: Buffer) => this.#receive(octets))
    socket.on('end', () => (this.#isHeld ? this.destroy() : this.push(null)))
    socket.on('error', () => this.destroy())
    socket.on('close', () => this.destroy())
  }

  #receive(octets: Buffer): void {
    const found = this.#reader?.read(octets)
    if (!found) return this.#pass(octets)
    this.#reader = null
    this.#isHeld = true
    this.#socket.pause()
    this.#prepare(found.identity).then(
      () => {
        this.#isHeld = false
        this.#pass(octets)
      },
      () => this.destroy(),
    )
  }

  #pass(octets: Buffer): void {
    if (this.destroyed) return
    if (this.push(octets)) this.#socket.resume()
    else this.#socket.pause()
  }

  override _read(): void {
    if (!this.#isHeld) this.#socket.resume()
  }

  override _write(octets: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // The event `close` follows every error.
    this.#socket.write(octets, () => done())
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
