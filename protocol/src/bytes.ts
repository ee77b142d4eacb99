import { ProtocolError } from './errors.ts'

const hexOctets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'))

/** Lower-case hex of the bytes, without separators. */
export function toHex(bytes: Uint8Array): string {
  let out = ''
  for (let i = 0; i < bytes.length; i++) out += hexOctets[bytes[i]!]!
  return out
}

/** Reads a hex string in either case. Throws `ProtocolError('hex')` when it is not whole hex octets. */
export function fromHex(hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) throw new ProtocolError('hex', 'not a whole number of hex octets')
  const out = new Uint8Array(hex.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return out
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const out = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export function bytesOf(...octets: readonly number[]): Uint8Array {
  return new Uint8Array(octets)
}

/** Writes a number in `size` octets, big-endian. Throws `ProtocolError('range')` when it does not fit. */
export function uint(value: number, size: number): Uint8Array {
  const out = new Uint8Array(size)
  putUint(out, 0, value, size)
  return out
}

function putUint(out: Uint8Array, at: number, value: number, size: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** size)
    throw new ProtocolError('range', `${value} does not fit ${size} octets`)
  let rest = value
  for (let i = at + size - 1; i >= at; i--) {
    out[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

/** Equality of public values. Secrets are compared by `crypto/equal.ts`, in constant time. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Length-value: one length octet and the value (≤ 255 octets). */
export function lv(value: Uint8Array): Uint8Array {
  return concat(uint(value.length, 1), value)
}

/** Reads big-endian fields in order. Every read past the end throws `ProtocolError('truncated')`. */
export class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get remaining(): number {
    return this.#bytes.length - this.#at
  }

  get offset(): number {
    return this.#at
  }

  take(length: number): Uint8Array {
    this.#advance(length)
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  uint(size: number): number {
    this.#advance(size)
    let value = 0
    for (let at = this.#at - size; at < this.#at; at++) value = value * 256 + this.#bytes[at]!
    return value
  }

  lv(): Uint8Array {
    return this.take(this.uint(1))
  }

  rest(): Uint8Array {
    return this.take(this.remaining)
  }

  #advance(length: number): void {
    if (length > this.remaining) throw new ProtocolError('truncated', `${length} octets wanted, ${this.remaining} left`)
    this.#at += length
  }

  /** Throws `ProtocolError('trailing')` when octets are left over. */
  end(): void {
    if (this.remaining > 0) throw new ProtocolError('trailing', `${this.remaining} octets left over`)
  }
}

/** Writes big-endian fields in order. */
export class Writer {
  #bytes = new Uint8Array(64)
  #length = 0

  /** Throws `ProtocolError('range')` when the number does not fit `size` octets. */
  uint(value: number, size: number): void {
    putUint(this.#roomFor(size), this.#length, value, size)
    this.#length += size
  }

  put(bytes: Uint8Array): void {
    this.#roomFor(bytes.length).set(bytes, this.#length)
    this.#length += bytes.length
  }

  lv(value: Uint8Array): void {
    this.uint(value.length, 1)
    this.put(value)
  }

  /** A copy of all octets that were written. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #roomFor(octets: number): Uint8Array {
    const needed = this.#length + octets
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    return this.#bytes
  }
}
