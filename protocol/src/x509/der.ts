import { bytesOf, concat } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { encodeTlv } from '../tlv.ts'

/** The ASN.1 tags of X.509 and OCSP (ITU-T X.690). */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

export const der = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array => encodeTlv(tag, concat(...parts))
export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(derTags.sequence, ...parts)
/** A field with an explicit context tag. */
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Uint8Array => der(0xa0 | number, ...parts)
export const octetString = (value: Uint8Array): Uint8Array => der(derTags.octetString, value)
/** A BIT STRING; the last octet leaves `unused` bits out. */
export const bitString = (value: Uint8Array, unused = 0): Uint8Array => der(derTags.bitString, bytesOf(unused), value)
export const derTrue = der(derTags.boolean, bytesOf(0xff))
export const utf8String = (text: string): Uint8Array => der(derTags.utf8String, new TextEncoder().encode(text))
export const printableString = (text: string): Uint8Array => der(derTags.printableString, new TextEncoder().encode(text))

/** An INTEGER that is not negative, of big-endian octets or of a number. */
export function integer(value: Uint8Array | number): Uint8Array {
  const octets = typeof value === 'number' ? octetsOf(value) : value
  let first = 0
  while (first < octets.length - 1 && octets[first] === 0) first++
  const shortest = octets.length === 0 ? bytesOf(0) : octets.subarray(first)
  return der(derTags.integer, ...(shortest[0]! >= 0x80 ? [bytesOf(0)] : []), shortest)
}

export const enumerated = (value: number): Uint8Array => der(derTags.enumerated, bytesOf(value))

function octetsOf(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new ProtocolError('range', `${value} is not a length or number`)
  const octets: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return bytesOf(...octets)
}

/** An OBJECT IDENTIFIER of its dotted form. */
export function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(derTags.oid, bytesOf(...[first * 40 + second, ...rest].flatMap(base128)))
}

function base128(arc: number): number[] {
  const octets = [arc % 128]
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) octets.unshift(0x80 | (left % 128))
  return octets
}

const digits = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

/** A GeneralizedTime to the second, as OCSP and RFC 5280 require. */
export const generalizedTime = (at: Date): Uint8Array => der(derTags.generalizedTime, new TextEncoder().encode(`${digits(at)}Z`))

/** The Time of certificates and CRLs (RFC 5280 §4.1.2.5): UTCTime until 2049, then GeneralizedTime. */
export function time(at: Date): Uint8Array {
  const year = at.getUTCFullYear()
  if (year < 1950 || year > 2049) return generalizedTime(at)
  return der(derTags.utcTime, new TextEncoder().encode(`${digits(at).slice(2)}Z`))
}
