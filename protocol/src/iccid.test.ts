import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { iccidFromBytes, iccidToBytes, imeiFromBytes, imeiToBytes, plmnFromBytes, plmnToBytes } from './iccid.ts'

const digits = (min: number, max = min) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((d) => d.join(''))

test('EF.ICCID swaps digit pairs and fills 19 digits with F', () => {
  expect(toHex(iccidToBytes('89810400000000000017'))).toBe('98184000000000000071')
  expect(toHex(iccidToBytes('8981040000000000001'))).toBe('981840000000000000f1')
  expect(iccidFromBytes(fromHex('981840000000000000f1'))).toBe('8981040000000000001')
})

test('IMEI and PLMN have the octets of the example in the OTA protocol', () => {
  expect(toHex(imeiToBytes('490154203237518'))).toBe('4a09512430325781')
  expect(toHex(plmnToBytes({ mcc: '440', mnc: '10' }))).toBe('44f001')
  expect(plmnFromBytes(fromHex('130014'))).toEqual({ mcc: '310', mnc: '410' })
})

test('every ICCID, IMEI and PLMN is read as it was written', () => {
  fc.assert(fc.property(digits(19, 20), (iccid) => iccidFromBytes(iccidToBytes(iccid)) === iccid))
  fc.assert(fc.property(digits(15), (imei) => imeiFromBytes(imeiToBytes(imei)) === imei))
  fc.assert(
    fc.property(digits(3), digits(2, 3), (mcc, mnc) => {
      expect(plmnFromBytes(plmnToBytes({ mcc, mnc }))).toEqual({ mcc, mnc })
    }),
  )
})

test.each(['', '898104000000000000', '898104000000000000177', '8981040000000000001F'])('%j is no ICCID', (iccid) => {
  expect(() => iccidToBytes(iccid)).toThrow(expect.objectContaining({ code: 'iccid' }))
})

test.each(['98184000000000000a71', 'f8184000000000000071'])('%s is no EF.ICCID', (hex) => {
  expect(() => iccidFromBytes(fromHex(hex.padEnd(20, '0')))).toThrow(expect.objectContaining({ code: 'iccid' }))
})
