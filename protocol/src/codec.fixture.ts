import fc from 'fast-check'
import { expect } from 'vitest'
import { concat } from './bytes.ts'
import { ProtocolError } from './errors.ts'

/** A pair of functions that say to be each other's inverse. */
export interface Codec<T> {
  values: fc.Arbitrary<T>
  encode: (value: T) => Uint8Array
  decode: (bytes: Uint8Array) => T
  /** False where several forms are read and one is written: then what was read is read again as the same. */
  oneForm?: boolean
  /** What stands at the end may be missing, and then means the same as when it is empty. */
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
 * What is written is read as it was; cut anywhere it is refused or something else; and whatever octets come in its place are refused
 * with a `ProtocolError`, or read as what would be written so.
 */
export function checkCodec<T>({ values, encode, decode, oneForm = true, mayEndEarly = false, numRuns = 60 }: Codec<T>): void {
  const checkRead = (bytes: Uint8Array): void => {
    const read = readOrRefuse(decode, bytes)
    if (read === refused) return
    if (oneForm) expect(encode(read)).toEqual(bytes)
    else expect(decode(encode(read))).toEqual(read)
  }
  const change = fc.record({ at: fc.nat(), count: fc.nat(3), put: fc.uint8Array({ maxLength: 3 }) })
  fc.assert(
    fc.property(values, change, fc.nat(), (value, { at, count, put }, cut) => {
      const bytes = encode(value)
      expect(decode(bytes)).toEqual(value)
      const shorter = bytes.subarray(0, cut % Math.max(1, bytes.length))
      const short = readOrRefuse(decode, shorter)
      if (bytes.length > 0 && !mayEndEarly) expect(short).not.toEqual(value)
      const from = at % (bytes.length + 1)
      checkRead(concat(bytes.subarray(0, from), put, bytes.subarray(from + count)))
    }),
    { numRuns },
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 48 }), checkRead), { numRuns })
}

export const octets = (least: number, most = least): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: least, maxLength: most })
export const u8 = fc.integer({ min: 0, max: 0xff })
export const u16 = fc.integer({ min: 0, max: 0xffff })
export const aids = octets(5, 16)
