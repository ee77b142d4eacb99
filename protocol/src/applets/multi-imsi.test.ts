import { expect, test } from 'vitest'
import { concat, fromHex, toHex } from '../bytes.ts'
import { encodeTlv } from '../tlv.ts'
import { completeImsi, multiImsiParameters } from './multi-imsi.ts'
import type { MultiImsiParameters } from './multi-imsi.ts'

const { encode, decode, defaults } = multiImsiParameters
const sample: MultiImsiParameters = {
  ...defaults,
  imsis: [
    { imsi: '44010', networks: [{ mcc: '440', mnc: '10' }] },
    { imsi: '001010123456789', networks: [] },
  ],
}
const refused = expect.objectContaining({ code: 'parameters' })

test('IMSIs, rules, minutes without service and time until the return are data objects in this order', () => {
  const first = 'a00a80034410f0810344f001'
  const second = 'a00c8008000101214365' + '87f98100'
  expect(toHex(encode(sample))).toBe(`${first}${second}81010382010583021800`)
})

test('unknown tags are ignored, and an IMSI may lack its networks', () => {
  const other = fromHex('9f0101aaa00580034410f0' + '810100' + '820105' + '83020000')
  expect(decode(other)).toEqual({
    imsis: [{ imsi: '44010', networks: [] }],
    byLocation: false,
    onServiceLoss: false,
    lossMinutes: 5,
    returnHours: 0,
    returnMinutes: 0,
  })
})

test.each<[string, Partial<MultiImsiParameters>]>([
  ['no IMSI', { imsis: [] }],
  ['nine IMSIs', { imsis: Array.from({ length: 9 }, (_, index) => ({ imsi: `4401${index}`, networks: [] })) }],
  ['an IMSI of 4 digits', { imsis: [{ imsi: '4401', networks: [] }] }],
  ['an IMSI of 16 digits', { imsis: [{ imsi: '4'.repeat(16), networks: [] }] }],
  ['the same IMSI twice', { imsis: [sample.imsis[0]!, sample.imsis[0]!] }],
  ['21 networks of an IMSI', { imsis: [{ imsi: '44010', networks: Array.from({ length: 21 }, () => ({ mcc: '440', mnc: '10' })) }] }],
  ['0 minutes without service', { lossMinutes: 0 }],
  ['61 minutes without service', { lossMinutes: 61 }],
  ['100 hours until the return', { returnHours: 100 }],
  ['60 minutes until the return', { returnMinutes: 60 }],
])('parameters with %s are not encoded', (_, change) => {
  expect(() => encode({ ...sample, ...change })).toThrowError(refused)
})

test.each([
  ['nothing', ''],
  ['a cut data object', 'a009'],
  ['no IMSI', '81010082010583020000'],
  ['letters in an IMSI', 'a00580034410fa81010082010583020000'],
  ['an IMSI of 9 octets', `a00b8009${'44'.repeat(9)}81010082010583020000`],
  ['half a network', 'a00980034410f0810244f081010082010583020000'],
  ['a network without digits', 'a00a80034410f08103aaaaaa81010082010583020000'],
  ['an unknown rule', 'a00580034410f081010482010583020000'],
])('octets with %s are refused', (_, hex) => {
  expect(() => decode(fromHex(hex))).toThrowError(refused)
})

test('data objects of 200,000 octets are refused', () => {
  expect(() => decode(encodeTlv(0xa0, encodeTlv(0x80, new Uint8Array(200_000).fill(0x44))))).toThrowError(refused)
  expect(() => decode(concat(encodeTlv(0xa0, encodeTlv(0x81, new Uint8Array(200_001)))))).toThrowError(refused)
})

test('a card completes an IMSI of too few digits with the last digits of its own IMSI', () => {
  expect(completeImsi('20801', '440101234567890')).toBe('208011234567890')
  expect(completeImsi('001010123456789', '440101234567890')).toBe('001010123456789')
})
