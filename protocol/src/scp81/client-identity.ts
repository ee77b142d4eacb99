import { concat } from '../bytes.ts'

/** The identity in the ClientKeyExchange of a PSK cipher suite (RFC 4279 §2); null if it cannot be found. */
export type FoundIdentity = { identity: string | null }

const record = { headerLength: 5, handshake: 22 } as const
const handshake = { headerLength: 4, clientKeyExchange: 16 } as const
/** Limit of the octets of a client up to its ClientKeyExchange. */
const maxOctets = 16_384
/** The longest identity that every implementation has to support (RFC 4279 §5.3). */
const maxIdentity = 128

const u16 = (octets: Uint8Array, at: number): number => octets[at]! * 0x100 + octets[at + 1]!

/**
 * Finds the PSK identity in the octets that a client of TLS 1.2 sends before its messages are encrypted. A server can so look up the key
 * before its TLS library asks for it. The TLS library decides by itself on the same octets, so a wrong answer only fails the handshake.
 */
export class ClientIdentityReader {
  #records: Uint8Array = new Uint8Array()
  #messages: Uint8Array = new Uint8Array()
  #octets = 0

  /** Takes the next octets of the client. Returns null while more are needed. */
  read(octets: Uint8Array): FoundIdentity | null {
    this.#octets += octets.length
    if (this.#octets > maxOctets) return { identity: null }
    this.#records = concat(this.#records, octets)
    for (;;) {
      if (this.#records.length < record.headerLength) return null
      const end = record.headerLength + u16(this.#records, 3)
      if (this.#records[0] !== record.handshake) return { identity: null }
      if (this.#records.length < end) return null
      this.#messages = concat(this.#messages, this.#records.subarray(record.headerLength, end))
      this.#records = this.#records.subarray(end)
      const found = this.#takeMessages()
      if (found) return found
    }
  }

  #takeMessages(): FoundIdentity | null {
    while (this.#messages.length >= handshake.headerLength) {
      const end = handshake.headerLength + this.#messages[1]! * 0x10000 + u16(this.#messages, 2)
      if (this.#messages.length < end) return null
      const body = this.#messages.subarray(handshake.headerLength, end)
      if (this.#messages[0] === handshake.clientKeyExchange) return { identity: identityIn(body) }
      this.#messages = this.#messages.subarray(end)
    }
    return null
  }
}

function identityIn(body: Uint8Array): string | null {
  if (body.length < 2 || body.length !== 2 + u16(body, 0)) return null
  const octets = body.subarray(2)
  if (octets.length === 0 || octets.length > maxIdentity) return null
  return octets.every((octet) => octet > 0x20 && octet < 0x7f) ? String.fromCharCode(...octets) : null
}
