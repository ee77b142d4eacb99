import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { decodeTlvs, encodeTlv, findTlv } from './tlv.ts'

const refused = expect.objectContaining({ code: 'tlv' })

test('a data object of any length and tag is read as it was written', () => {
  const tag = fc.constantFrom(0x4f, 0xc9, 0xe3, 0x5f24, 0x9f70, 0xbf3e, 0x7f2101 | 0x008000)
  fc.assert(
    fc.property(tag, fc.uint8Array({ maxLength: 70_000, size: 'max' }), (one, value) => {
      expect(decodeTlvs(encodeTlv(one, value))).toEqual([{ tag: one, value }])
    }),
    { numRuns: 30 },
  )
})

test.each([
  [0x7f, '7f'],
  [0x80, '8180'],
  [0x100, '820100'],
  [0x10000, '83010000'],
])('a length of %i has the shortest form', (length, hex) => {
  expect(toHex(encodeTlv(0xc4, new Uint8Array(length)).subarray(1, 1 + hex.length / 2))).toBe(hex)
})

test('a value is found along a path of constructed tags', () => {
  const tlvs = decodeTlvs(fromHex('c900ef04c8020100ea058103ff0001'))
  expect(findTlv(tlvs, 0xef, 0xc8)).toEqual(fromHex('0100'))
  expect(findTlv(tlvs, 0xc9)).toEqual(new Uint8Array(0))
  expect(findTlv(tlvs, 0xef, 0xc7)).toBeNull()
  expect(findTlv(tlvs, 0xea, 0x81)).toEqual(fromHex('ff0001'))
})

test.each(['4f', '4f02aa', '9f', '00', '0000', 'ff00', '4f80', '4f8400000001aa', '4f82ff', '1fffffff0100'])(
  'the octets %s are refused',
  (hex) => {
    expect(() => decodeTlvs(fromHex(hex))).toThrowError(refused)
  },
)

test.each([0, 0x9f, 0x4f70, 0x9f8001ff])('tag %i is not encoded', (tag) => {
  expect(() => encodeTlv(tag, new Uint8Array(0))).toThrowError()
})

test('any octets are read or refused with a ProtocolError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        decodeTlvs(bytes)
      } catch (error) {
        expect(error).toMatchObject({ name: 'ProtocolError', code: 'tlv' })
      }
    }),
  )
})
