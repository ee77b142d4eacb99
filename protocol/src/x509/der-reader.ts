import { Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { derTags } from './der.ts'

/** A value of DER. `whole` is its encoding with tag and length. */
export type DerValue = { readonly tag: number; readonly value: Uint8Array; readonly whole: Uint8Array }

const fault = (message: string) => new ProtocolError('der', message)

/**
 * Reads the values of one level in order: definite lengths in their shortest form, tags of one octet. Everything that it throws is
 * `ProtocolError('der')`.
 */
export class DerReader {
  readonly #bytes: Uint8Array
  readonly #reader: Reader

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#reader = new Reader(bytes)
  }

  get hasMore(): boolean {
    return this.#reader.remaining > 0
  }

  /** The next value, which must have that tag if one is given. */
  next(tag?: number): DerValue {
    const start = this.#reader.offset
    try {
      const found = this.#reader.uint(1)
      if ((found & 0x1f) === 0x1f) throw fault('a tag of several octets')
      if (tag !== undefined && found !== tag) throw fault(`tag ${found.toString(16)} instead of ${tag.toString(16)}`)
      const value = this.#reader.take(this.#length())
      return { tag: found, value, whole: this.#bytes.subarray(start, this.#reader.offset) }
    } catch (error) {
      if (error instanceof ProtocolError && error.code === 'truncated') throw fault('truncated')
      throw error
    }
  }

  /** The next value if it has that tag; otherwise null, and nothing is read. */
  optional(tag: number): DerValue | null {
    return this.hasMore && this.#bytes[this.#reader.offset] === tag ? this.next(tag) : null
  }

  /** The values inside the next value, which has that tag. */
  inside(tag: number): DerReader {
    return new DerReader(this.next(tag).value)
  }

  sequence(): DerReader {
    return this.inside(derTags.sequence)
  }

  oid(): string {
    return readOid(this.next(derTags.oid).value)
  }

  /** Throws if anything is left. */
  end(): void {
    if (this.hasMore) throw fault('octets left over')
  }

  #length(): number {
    const first = this.#reader.uint(1)
    if (first < 0x80) return first
    const size = first & 0x7f
    if (size === 0 || size > 4) throw fault('an indefinite or huge length')
    const length = this.#reader.uint(size)
    if (length < 0x80 || length < 256 ** (size - 1)) throw fault('a length that is not in its shortest form')
    return length
  }
}

/** The only value of the octets. */
export function readWhole(bytes: Uint8Array, tag: number): DerValue {
  const reader = new DerReader(bytes)
  const value = reader.next(tag)
  reader.end()
  return value
}

const maxOidOctets = 32

/** The dotted form of the content of an OBJECT IDENTIFIER. */
export function readOid(content: Uint8Array): string {
  if (content.length === 0 || content.length > maxOidOctets || content.at(-1)! >= 0x80) throw fault('not an object identifier')
  const arcs: number[] = []
  let arc = 0
  for (const octet of content) {
    if (arc === 0 && octet === 0x80) throw fault('an arc with leading zeros')
    arc = arc * 128 + (octet & 0x7f)
    if (!Number.isSafeInteger(arc)) throw fault('an arc that is too large')
    if (octet >= 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const [joined = 0, ...rest] = arcs
  const first = Math.min(2, Math.floor(joined / 40))
  return [first, joined - first * 40, ...rest].join('.')
}

/** The content of a BIT STRING of whole octets. */
export function readBitString(value: Uint8Array): Uint8Array {
  if (value[0] !== 0) throw fault('a bit string that is not of whole octets')
  return value.subarray(1)
}

/** The magnitude of an INTEGER that is not negative, without a leading zero. */
export function readInteger(value: Uint8Array): Uint8Array {
  const [first, second = 0] = value
  if (first === undefined || first >= 0x80) throw fault('an integer that is empty or negative')
  if (first !== 0 || value.length === 1) return value
  if (second < 0x80) throw fault('an integer that is not in its shortest form')
  return value.subarray(1)
}

/** A UTCTime or a GeneralizedTime of RFC 5280: to the second, in UTC. */
export function readTime({ tag, value }: DerValue): Date {
  const text = new TextDecoder('latin1').decode(value)
  const long = tag === derTags.utcTime && /^\d{12}Z$/.test(text) ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(long) ?? []
  const at = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  const isTime = tag === derTags.utcTime ? text.length === 13 : tag === derTags.generalizedTime
  if (!isTime || Number.isNaN(at.getTime())) throw fault('not a time')
  return at
}
