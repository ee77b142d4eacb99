import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeCommand } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { concat, fromHex, toHex } from '../bytes.ts'
import { cardData, decodeCardRecognition, encodeCardRecognition, getData, parseGetData } from './card-data.ts'
import {
  confirmsKeys,
  decodeKeyInformation,
  deleteKeys,
  encodeKeyInformation,
  openKeyBlock,
  parseDeleteKeys,
  parsePutKey,
  putKey,
  putKeyAnswer,
} from './keys.ts'
import { describeCommand } from './describe.ts'

const dek = fromHex('202122232425262728292a2b2c2d2e2f')
/** The keys of pySim's tests, with their check values (kcv of scp03-vectors.json). */
const keys = ['000102030405060708090a0b0c0d0e0f', '101112131415161718191a1b1c1d1e1f', '202122232425262728292a2b2c2d2e2f'].map(fromHex)
const kcvs = ['c35280', '013808', '840de5']

/** AES-CBC under the DEK with ICV 0, without protocol's own. */
function underDek(key: Uint8Array): string {
  return createCipheriv('aes-128-cbc', dek, new Uint8Array(16)).setAutoPadding(false).update(key).toString('hex')
}

test('PUT KEY replaces a whole key set: octets on the wire, and what each end makes of them', () => {
  const replacement = { replaces: 0x30, version: 0x31, firstId: 1, keys }
  const command = putKey(replacement, dek)
  const fields = keys.map((key, at) => `881110${underDek(key)}03${kcvs[at]}`)
  expect(toHex(encodeCommand(command))).toBe(`80d830814631${fields.join('')}00`)
  const read = parsePutKey(command)
  expect(read).toMatchObject({ replaces: 0x30, version: 0x31, firstId: 1 })
  expect(read.keys.map((field) => openKeyBlock(field, dek))).toEqual(keys.map((key) => Buffer.from(key)))
  expect(toHex(putKeyAnswer(read))).toBe(`31${kcvs.join('')}`)
  expect(confirmsKeys(replacement, putKeyAnswer(read))).toBe(true)
  expect(confirmsKeys({ ...replacement, keys: keys.toReversed() }, putKeyAnswer(read))).toBe(false)
  for (const key of [...keys.map(toHex), ...keys.map(underDek)]) expect(JSON.stringify(describeCommand(command))).not.toContain(key)
})

test.each([16, 24, 32])('keys of %i octets come through in both block forms', (length) => {
  const key = new Uint8Array(length).map((_, at) => at * 7)
  const [field] = parsePutKey(putKey({ replaces: 0, version: 1, firstId: 4, keys: [key] }, dek)).keys
  expect(toHex(openKeyBlock(field!, dek))).toBe(toHex(key))
  if (length !== 24) expect(toHex(openKeyBlock({ ...field!, block: field!.block.subarray(1) }, dek))).toBe(toHex(key))
  expect(() => openKeyBlock({ ...field!, kcv: fromHex('000000') }, dek)).toThrowError(expect.objectContaining({ code: 'key' }))
  expect(() => openKeyBlock({ ...field!, block: field!.block.subarray(2) }, dek)).toThrowError(
    expect.objectContaining({ code: 'parameters' }),
  )
})

const refused = (data: string, p2 = 0x81): CommandApdu => ({ cla: 0x80, ins: 0xd8, p1: 0, p2, data: fromHex(data), le: 256 })

test.each([
  ['no keys', refused('31')],
  ['nothing at all', refused('')],
  ['version 0', refused('00880000')],
  ['version 80', refused('80880000')],
  ['identifier 0', refused('31880000', 0x80)],
  ['two keys where P2 says one', refused('31880000880000', 0x01)],
  ['identifiers past 7F', refused('31880000880000', 0xff)],
  ['a key cut short', refused('318811')],
])('PUT KEY with %s is refused', (_, command) => {
  expect(() => parsePutKey(command)).toThrowError(expect.objectContaining({ name: 'ProtocolError' }))
})

test('DELETE [key] by version, by identifier and by both', () => {
  expect(toHex(encodeCommand(deleteKeys({ id: null, version: 0x30 })))).toBe('80e4000003d20130')
  expect(toHex(encodeCommand(deleteKeys({ id: 2, version: 0x30 })))).toBe('80e4000006d00102d20130')
  for (const one of [
    { id: 2, version: null },
    { id: 2, version: 0x30 },
  ])
    expect(parseDeleteKeys(deleteKeys(one))).toEqual(one)
  expect(parseDeleteKeys({ ...deleteKeys({ id: 1, version: 1 }), data: fromHex('4f05a000000151') })).toBeNull()
  expect(() => parseDeleteKeys({ ...deleteKeys({ id: 1, version: 1 }), data: fromHex('d2020130') })).toThrow('one octet')
})

test('data of the card: key information, card recognition data, and the tag asked for', () => {
  const template = fromHex('e012c00401708810c00402708810c00403708810')
  const [first] = decodeKeyInformation(template)
  expect(first).toEqual({ id: 1, version: 0x70, type: 0x88, length: 16 })
  expect(toHex(encodeKeyInformation(decodeKeyInformation(template)))).toBe(toHex(template))
  for (const wrong of ['66', 'e003c00101', '6600']) expect(() => decodeKeyInformation(fromHex(wrong))).toThrow()

  const recognition = encodeCardRecognition({ i: 0x70 })
  expect(toHex(recognition)).toBe('6631732f06072a864886fc6b01600c060a2a864886fc6b02020301630906072a864886fc6b03640b06092a864886fc6b040370')
  expect(decodeCardRecognition(recognition)).toEqual([{ protocol: 3, i: 0x70 }])
  for (const wrong of [concat(recognition, fromHex('00')), fromHex('6600')]) expect(() => decodeCardRecognition(wrong)).toThrow()
  expect(toHex(encodeCommand(getData(cardData.productionLifeCycle)))).toBe('80ca9f7f00')
  expect(parseGetData(getData(cardData.keyInformation))).toBe(0xe0)
})
