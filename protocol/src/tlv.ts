import { bytesOf, concat, Reader, uint } from './bytes.ts'
import { ProtocolError } from './errors.ts'

/** A BER-TLV data object. A tag is the number that its octets form: `0x4f`, `0x9f70`. */
export type Tlv = { readonly tag: number; readonly value: Uint8Array }

function encodeTag(tag: number): Uint8Array {
  const size = tag > 0xffff ? 3 : tag > 0xff ? 2 : 1
  const octets = uint(tag, size)
  const reader = new Reader(octets)
  if (tag === 0 || readTag(reader) !== tag || reader.remaining > 0) throw new ProtocolError('tlv', `${tag.toString(16)} is not a BER tag`)
  return octets
}

/** The shortest BER length (ISO/IEC 7816-4 §5.2.2.2). */
export function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return uint(length, 1)
  const size = length > 0xffff ? 3 : length > 0xff ? 2 : 1
  return concat(bytesOf(0x80 | size), uint(length, size))
}

export function encodeTlv(tag: number, value: Uint8Array): Uint8Array {
  return concat(encodeTag(tag), encodeLength(value.length), value)
}

function readTag(reader: Reader): number {
  const first = reader.uint(1)
  if (first === 0 || first === 0xff) throw new ProtocolError('tlv', `${first === 0 ? '00' : 'FF'} is not a tag`)
  if ((first & 0x1f) !== 0x1f) return first
  const second = reader.uint(1)
  if ((second & 0x80) === 0) return first * 0x100 + second
  const third = reader.uint(1)
  if ((third & 0x80) !== 0) throw new ProtocolError('tlv', 'a tag of more than three octets')
  return (first * 0x100 + second) * 0x100 + third
}

function readLength(reader: Reader): number {
  const first = reader.uint(1)
  if (first < 0x80) return first
  if (first < 0x81 || first > 0x83) throw new ProtocolError('tlv', `length octet ${first.toString(16)} is not supported`)
  return reader.uint(first & 0x0f)
}

/** Reads one data object at the reader's position. Throws `ProtocolError('tlv')`. A length of 81 to 83 need not be in its shortest form. */
export function readTlv(reader: Reader): Tlv {
  try {
    const tag = readTag(reader)
    return { tag, value: reader.take(readLength(reader)) }
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'truncated') throw new ProtocolError('tlv', `truncated: ${error.message}`)
    throw error
  }
}

/** Reads all data objects of one level, in order. Throws `ProtocolError('tlv')` for octets between or after them. */
export function decodeTlvs(bytes: Uint8Array): Tlv[] {
  const reader = new Reader(bytes)
  const tlvs: Tlv[] = []
  while (reader.remaining > 0) tlvs.push(readTlv(reader))
  return tlvs
}

/** The value of the first data object on a path of tags through constructed objects. Null when there is none. */
export function findTlv(tlvs: readonly Tlv[], ...path: readonly number[]): Uint8Array | null {
  const [tag, ...deeper] = path
  const found = tlvs.find((tlv) => tlv.tag === tag)
  if (!found) return null
  return deeper.length === 0 ? found.value : findTlv(decodeTlvs(found.value), ...deeper)
}
