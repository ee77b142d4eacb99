import { createHash, type ECDH, verify, X509Certificate } from 'node:crypto'
import { bytesOf, concat, Reader, uint } from '@simdeck/protocol/bytes.ts'
import { contentType, type Records } from './records.ts'

/** Types of handshake messages (RFC 8446 §4, RFC 5246 §7.4). */
export const handshakeType = {
  clientHello: 1,
  serverHello: 2,
  encryptedExtensions: 8,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
} as const

export const secp256r1 = 0x0017
/** `ecdsa_secp256r1_sha256` */
export const ecdsaSha256 = 0x0403
const compressionNone = bytesOf(1, 0)

/** The identity of a client, whose key may be in a card. */
export interface ClientIdentity {
  /** The DER of the certificate, then those of the CAs below the root. */
  readonly chain: readonly Uint8Array[]
  /** An ECDSA signature with SHA-256, `r s`. */
  readonly sign: (content: Uint8Array) => Promise<Uint8Array>
}

/** A connection that is set up. `echo` sends a line and returns the answer. */
export interface TlsConnection {
  readonly echo: (line: string) => Promise<string>
}

/** A vector with a length of `size` octets in front. */
export const vector = (size: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = concat(...parts)
  return concat(uint(content.length, size), content)
}

export const extension = (type: number, ...parts: readonly Uint8Array[]): Uint8Array => concat(uint(type, 2), vector(2, ...parts))

export const handshakeMessage = (type: number, ...parts: readonly Uint8Array[]): Uint8Array => concat(bytesOf(type), vector(3, ...parts))

/** The body of a ClientHello with one cipher suite, for a server whose key is of P-256. */
export function clientHello(random: Uint8Array, cipherSuite: number, extensions: readonly Uint8Array[]): Uint8Array {
  const common = [extension(10, vector(2, uint(secp256r1, 2))), extension(13, vector(2, uint(ecdsaSha256, 2)))]
  return handshakeMessage(
    handshakeType.clientHello,
    bytesOf(0x03, 0x03),
    random,
    vector(1),
    vector(2, uint(cipherSuite, 2)),
    compressionNone,
    vector(2, ...common, ...extensions),
  )
}

/** The fields of a ServerHello. */
export function readServerHello(body: Uint8Array): { random: Uint8Array; cipherSuite: number; extensions: Map<number, Uint8Array> } {
  const reader = new Reader(body)
  reader.uint(2)
  const random = reader.take(32)
  reader.lv()
  const cipherSuite = reader.uint(2)
  reader.uint(1)
  const extensions = new Map<number, Uint8Array>()
  const fields = new Reader(reader.remaining > 0 ? reader.take(reader.uint(2)) : new Uint8Array(0))
  while (fields.remaining > 0) extensions.set(fields.uint(2), fields.take(fields.uint(2)))
  return { random, cipherSuite, extensions }
}

/** Throws unless the holder of the server's certificate signed the content. */
export function checkServerSignature(certificate: Uint8Array, content: Uint8Array, signature: Uint8Array): void {
  if (!verify('sha256', content, new X509Certificate(certificate).publicKey, signature))
    throw new Error('the signature of the server is wrong')
}

/** The secret that both ends share: the X coordinate. */
export const sharedSecret = (own: ECDH, point: Uint8Array): Uint8Array => new Uint8Array(own.computeSecret(point))

/** The handshake messages of a connection, and the transcript of them. */
export class Handshake {
  readonly records: Records
  #transcript: Uint8Array = new Uint8Array(0)
  #received: Uint8Array = new Uint8Array(0)

  constructor(records: Records) {
    this.records = records
  }

  get transcript(): Uint8Array {
    return this.#transcript
  }

  /** The hash of all messages so far. */
  get hash(): Uint8Array {
    return createHash('sha256').update(this.#transcript).digest()
  }

  send(message: Uint8Array): void {
    this.#transcript = concat(this.#transcript, message)
    this.records.send(contentType.handshake, message)
  }

  /** The body of the next message. Throws if it is of another type. */
  async receive(type: number): Promise<Uint8Array> {
    while (!this.#hasWhole()) {
      const record = await this.records.next()
      if (record.type === contentType.handshake) this.#received = concat(this.#received, record.body)
    }
    const length = 4 + this.#bodyLength()
    const message = this.#received.subarray(0, length)
    this.#received = this.#received.subarray(length)
    this.#transcript = concat(this.#transcript, message)
    if (message[0] !== type) throw new Error(`message ${message[0]} instead of ${type}`)
    return message.subarray(4)
  }

  #hasWhole(): boolean {
    return this.#received.length >= 4 && this.#received.length >= 4 + this.#bodyLength()
  }

  #bodyLength(): number {
    return new Reader(this.#received.subarray(1, 4)).uint(3)
  }
}

/** Sends lines as application data and reads the answer to each. */
export const connectionOf = (records: Records): TlsConnection => ({
  echo: async (line) => {
    records.send(contentType.applicationData, new TextEncoder().encode(line))
    for (let answer = ''; ;) {
      const { type, body } = await records.next()
      if (type === contentType.applicationData) answer += new TextDecoder().decode(body)
      if (answer.endsWith('\n')) return answer
    }
  },
})
