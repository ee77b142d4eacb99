import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAid, parseAid } from './aid.ts'
import { commandApdu, decodeCommand, decodeResponse, encodeCommand, encodeResponse } from './apdu.ts'
import { bytesOf, concat, fromHex, lv, Reader, toHex, uint } from './bytes.ts'
import { aids, checkCodec, octets, u16, u8 } from './codec.fixture.ts'
import { iccidFromBytes, iccidToBytes, imeiFromBytes, imeiToBytes, plmnFromBytes, plmnToBytes } from './iccid.ts'
import { decodeTlvs, encodeTlv } from './tlv.ts'

const text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
const digits = (least: number, most = least): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`))
const read =
  <T>(one: (reader: Reader) => T) =>
  (bytes: Uint8Array): T => {
    const reader = new Reader(bytes)
    const value = one(reader)
    reader.end()
    return value
  }

test('hex and AIDs are decoded as they were encoded', () => {
  const lowerCase = (bytes: Uint8Array): Uint8Array => fromHex(/[A-F]/.test(text(bytes)) ? 'refused' : text(bytes))
  checkCodec({ values: octets(0, 40), encode: (bytes) => new TextEncoder().encode(toHex(bytes)), decode: lowerCase, numRuns: 200 })
  checkCodec({ values: aids, encode: (aid) => Buffer.from(formatAid(aid)), decode: (bytes) => parseAid(text(bytes)), oneForm: false })
})

test('numbers and values after their length are decoded as they were encoded', () => {
  for (const size of [1, 2, 3, 4, 6])
    checkCodec({
      values: fc.integer({ min: 0, max: 256 ** size - 1 }),
      encode: (value) => uint(value, size),
      decode: read((r) => r.uint(size)),
    })
  checkCodec({ values: octets(0, 255), encode: lv, decode: read((r) => r.lv()) })
  for (const wrong of [-1, 0.5, 256, NaN, Infinity]) expect(() => uint(wrong, 1)).toThrow(expect.objectContaining({ code: 'range' }))
})

test('ICCID, IMEI and PLMN are decoded as they were encoded', () => {
  checkCodec({ values: digits(19, 20), encode: iccidToBytes, decode: iccidFromBytes })
  checkCodec({ values: digits(15), encode: imeiToBytes, decode: imeiFromBytes })
  checkCodec({ values: fc.record({ mcc: digits(3), mnc: digits(2, 3) }), encode: plmnToBytes, decode: plmnFromBytes })
})

test('C-APDUs and R-APDUs are decoded as they were encoded', () => {
  const le = fc.option(fc.integer({ min: 1, max: 256 }))
  const header = fc.tuple(u8, u8, u8, u8)
  const values = fc.tuple(header, octets(0, 255), le).map(([[cla, ins, p1, p2], data, one]) => commandApdu(cla, ins, p1, p2, data, one))
  checkCodec({ values, encode: encodeCommand, decode: decodeCommand, numRuns: 300 })
  checkCodec({ values: fc.record({ data: octets(0, 256), sw: u16 }), encode: encodeResponse, decode: decodeResponse })
})

test('data objects are decoded as they were encoded', () => {
  const tag = fc.oneof(
    fc.constantFrom(0x4f, 0x80, 0xc4, 0xfe),
    fc.tuple(fc.constantFrom(0x1f, 0x7f, 0xbf), fc.integer({ min: 0, max: 0x7f })).map(([a, b]) => a * 256 + b),
    fc
      .tuple(fc.constantFrom(0x5f, 0xdf), fc.integer({ min: 0x80, max: 0xff }), fc.integer({ min: 0, max: 0x7f }))
      .map(([a, b, c]) => (a * 256 + b) * 256 + c),
  )
  const values = fc.array(fc.record({ tag, value: octets(0, 300) }), { maxLength: 4 })
  const encode = (tlvs: readonly { tag: number; value: Uint8Array }[]): Uint8Array =>
    concat(bytesOf(), ...tlvs.map((one) => encodeTlv(one.tag, one.value)))
  checkCodec({ values, encode, decode: decodeTlvs, oneForm: false, numRuns: 200 })
})
