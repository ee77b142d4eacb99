import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Socket } from 'node:net'
import { bytesOf, concat, uint } from '@simdeck/protocol/bytes.ts'

/** Content types of the record layer (RFC 8446 §5.1). */
export const contentType = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const

/** A record without its protection. */
export type TlsRecord = { readonly type: number; readonly body: Uint8Array }

/** The protection of one direction: both functions turn a record into one of the same layer. */
export interface Protection {
  seal: (record: TlsRecord) => TlsRecord
  open: (record: TlsRecord) => TlsRecord
}

const tagLength = 16
const version = bytesOf(0x03, 0x03)

function gcm(key: Uint8Array, nonce: Uint8Array, additional: Uint8Array, plain: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(additional)
  return concat(cipher.update(plain), cipher.final(), cipher.getAuthTag())
}

/** Throws if the tag is wrong. */
function openGcm(key: Uint8Array, nonce: Uint8Array, additional: Uint8Array, sealed: Uint8Array): Uint8Array {
  const at = sealed.length - tagLength
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAAD(additional).setAuthTag(sealed.subarray(at))
  return concat(cipher.update(sealed.subarray(0, at)), cipher.final())
}

/** AES-128-GCM as TLS 1.3 uses it (RFC 8446 §5.2): the type is the last octet of the sealed content. */
export function protection13(key: Uint8Array, iv: Uint8Array): Protection {
  let sequence = 0
  const nonce = (): Uint8Array => {
    const counter = uint(sequence++, 12)
    return iv.map((octet, at) => octet ^ counter[at]!)
  }
  const header = (length: number): Uint8Array => concat(bytesOf(contentType.applicationData), version, uint(length, 2))
  return {
    seal: ({ type, body }) => {
      const plain = concat(body, bytesOf(type))
      return { type: contentType.applicationData, body: gcm(key, nonce(), header(plain.length + tagLength), plain) }
    },
    open: ({ body }) => {
      const plain = openGcm(key, nonce(), header(body.length), body)
      const last = plain.findLastIndex((octet) => octet !== 0)
      return { type: plain[last] ?? 0, body: plain.subarray(0, last) }
    },
  }
}

const explicitLength = 8

/** AES-128-GCM as TLS 1.2 uses it (RFC 5288 §3): the second part of the nonce precedes the sealed content. */
export function protection12(key: Uint8Array, salt: Uint8Array): Protection {
  let sequence = 0
  const additional = (type: number, length: number): Uint8Array => concat(uint(sequence++, 8), bytesOf(type), version, uint(length, 2))
  return {
    seal: ({ type, body }) => {
      const explicit = uint(sequence, explicitLength)
      return { type, body: concat(explicit, gcm(key, concat(salt, explicit), additional(type, body.length), body)) }
    },
    open: ({ type, body }) => {
      const explicit = body.subarray(0, explicitLength)
      const sealed = body.subarray(explicitLength)
      return { type, body: openGcm(key, concat(salt, explicit), additional(type, sealed.length - tagLength), sealed) }
    },
  }
}

/** The records of a connection. Protection applies from the moment at which it is set. */
export class Records {
  sending: Protection | null = null
  receiving: Protection | null = null
  readonly #socket: Socket
  readonly #chunks: AsyncIterator<Uint8Array>
  #bytes: Uint8Array = new Uint8Array(0)

  constructor(socket: Socket) {
    this.#socket = socket
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  }

  send(type: number, body: Uint8Array): void {
    const record = this.sending && type !== contentType.changeCipherSpec ? this.sending.seal({ type, body }) : { type, body }
    this.#socket.write(concat(bytesOf(record.type), version, uint(record.body.length, 2), record.body))
  }

  /** The next record. Throws an `Error` that names the alert of the peer, or the end of the connection. */
  async next(): Promise<TlsRecord> {
    const [type = 0, , , high = 0, low = 0] = await this.#take(5)
    const body = await this.#take(high * 256 + low)
    const record = this.receiving && type !== contentType.changeCipherSpec ? this.receiving.open({ type, body }) : { type, body }
    if (record.type === contentType.alert) throw new Error(`alert ${record.body[1]}`)
    return record
  }

  async #take(length: number): Promise<Uint8Array> {
    while (this.#bytes.length < length) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new Error('the peer ended the connection')
      this.#bytes = concat(this.#bytes, value)
    }
    const taken = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return taken
  }
}
