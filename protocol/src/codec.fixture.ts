import fc from 'fast-check'
import { expect } from 'vitest'
import { concat } from './bytes.ts'
import type { Codec } from './codec.ts'
import { ProtocolError } from './errors.ts'

/** A codec with the values to check it with. */
export interface CheckedCodec<T> extends Codec<T> {
  values: fc.Arbitrary<T>
  /** False if `decode` reads several forms, of which `encode` writes only one. */
  oneForm?: boolean
  /** True if the last field may be missing, which means the same as an empty field. */
  mayEndEarly?: boolean
  numRuns?: number
}

const refused = Symbol('refused')

function readOrRefuse<T>(decode: (bytes: Uint8Array) => T, bytes: Uint8Array): T | typeof refused {
  try {
    return decode(bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
    return refused
  }
}

/**
 * Checks that a codec reads what it writes. Damaged octets must be refused with a `ProtocolError`, or be read as a value that is written
 * the same way again: every truncation, every changed octet, other octets in the middle, and random octets. No truncation may be read as
 * the original value.
 */
export function checkCodec<T>({ values, encode, decode, oneForm = true, mayEndEarly = false, numRuns = 60 }: CheckedCodec<T>): void {
  const checkRead = (bytes: Uint8Array): T | typeof refused => {
    const read = readOrRefuse(decode, bytes)
    if (read === refused) return read
    if (oneForm) expect(encode(read)).toEqual(bytes)
    else expect(decode(encode(read))).toEqual(read)
    return read
  }
  const change = fc.record({ at: fc.nat(), count: fc.nat(3), put: fc.uint8Array({ maxLength: 3 }) })
  fc.assert(
    fc.property(values, change, fc.integer({ min: 1, max: 0xff }), (value, { at, count, put }, damage) => {
      const bytes = encode(value)
      expect(decode(bytes)).toEqual(value)
      expect(encode(decode(bytes))).toEqual(bytes)
      for (let length = 0; length < bytes.length; length++) {
        const short = checkRead(bytes.subarray(0, length))
        if (!mayEndEarly) expect(short).not.toEqual(value)
      }
      for (let i = 0; i < bytes.length; i++) checkRead(bytes.map((octet, one) => (one === i ? octet ^ damage : octet)))
      const from = at % (bytes.length + 1)
      checkRead(concat(bytes.subarray(0, from), put, bytes.subarray(from + count)))
    }),
    { numRuns },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 48 }), (bytes) => void checkRead(bytes)),
    { numRuns },
  )
}

export const octets = (least: number, most = least): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: least, maxLength: most })
export const digits = (least: number, most = least): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`))
export const u8 = fc.integer({ min: 0, max: 0xff })
export const u16 = fc.integer({ min: 0, max: 0xffff })
export const u32 = fc.integer({ min: 0, max: 0xffffffff })
export const i16 = fc.integer({ min: -0x8000, max: 0x7fff })
export const aids = octets(5, 16)
