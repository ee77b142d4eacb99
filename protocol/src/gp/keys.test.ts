import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeCommand } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { concat, fromHex, toHex } from '../bytes.ts'
import { cardData, cardRecognition, getData } from './card-data.ts'
import { confirmsKeys, keyInformation, openKeyBlock, putKey, putKeyResponse, sealKeys } from './keys.ts'
import { deletion } from './deletion.ts'
import { describeCommand } from './describe.ts'

const dek = fromHex('202122232425262728292a2b2c2d2e2f')
/** The keys of pySim's tests, with their check values (kcv of scp03-vectors.json). */
const keys = ['000102030405060708090a0b0c0d0e0f', '101112131415161718191a1b1c1d1e1f', '202122232425262728292a2b2c2d2e2f'].map(fromHex)
const kcvs = ['c35280', '013808', '840de5']

/** AES-CBC under the DEK with ICV 0, without protocol's own. */
function underDek(key: Uint8Array): string {
  return createCipheriv('aes-128-cbc', dek, new Uint8Array(16)).setAutoPadding(false).update(key).toString('hex')
}

const replacement = { replaces: 0x30, version: 0x31, firstId: 1, keys }
const replacing = putKey.encode(sealKeys(replacement, dek))

test('PUT KEY replaces a whole key set: octets on the wire', () => {
  const fields = keys.map((key, at) => `881110${underDek(key)}03${kcvs[at]}`)
  expect(toHex(encodeCommand(replacing))).toBe(`80d830814631${fields.join('')}00`)
})

test('the card opens the keys of PUT KEY', () => {
  const read = putKey.decode(replacing)
  expect(read).toMatchObject({ replaces: 0x30, version: 0x31, firstId: 1 })
  expect(read.keys.map((field) => openKeyBlock(field, dek))).toEqual(keys.map((key) => Buffer.from(key)))
})

test('the answer to PUT KEY confirms these keys and no others', () => {
  const answer = putKeyResponse.encode({ version: 0x31, kcvs: putKey.decode(replacing).keys.map(({ kcv }) => kcv) })
  expect(toHex(answer)).toBe(`31${kcvs.join('')}`)
  expect(confirmsKeys(replacement, answer)).toBe(true)
  expect(confirmsKeys({ ...replacement, keys: keys.toReversed() }, answer)).toBe(false)
})

test('the description of PUT KEY contains no key, plain or encrypted', () => {
  for (const key of [...keys.map(toHex), ...keys.map(underDek)]) expect(JSON.stringify(describeCommand(replacing))).not.toContain(key)
})

test.each([16, 24, 32])('keys of %i octets are read as written in both block forms', (length) => {
  const key = new Uint8Array(length).map((_, at) => at * 7)
  const [field] = putKey.decode(putKey.encode(sealKeys({ replaces: 0, version: 1, firstId: 4, keys: [key] }, dek))).keys
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
  expect(() => putKey.decode(command)).toThrowError(expect.objectContaining({ name: 'ProtocolError' }))
})

test('DELETE [key] by version, by identifier and by both', () => {
  expect(toHex(encodeCommand(deletion.encode({ kind: 'keys', id: null, version: 0x30 })))).toBe('80e4000003d20130')
  expect(toHex(encodeCommand(deletion.encode({ kind: 'keys', id: 2, version: 0x30 })))).toBe('80e4000006d00102d20130')
  for (const one of [
    { id: 2, version: null },
    { id: 2, version: 0x30 },
  ])
    expect(deletion.decode(deletion.encode({ kind: 'keys', ...one }))).toEqual({ kind: 'keys', ...one })
  expect(deletion.decode({ ...deletion.encode({ kind: 'keys', id: 1, version: 1 }), data: fromHex('4f05a000000151') })).toMatchObject({
    kind: 'content',
  })
  expect(() => deletion.decode({ ...deletion.encode({ kind: 'keys', id: 1, version: 1 }), data: fromHex('d2020130') })).toThrow('one octet')
})

test('a key information template is read and written', () => {
  const template = fromHex('e012c00401708810c00402708810c00403708810')
  const [first] = keyInformation.decode(template)
  expect(first).toEqual({ id: 1, version: 0x70, type: 0x88, length: 16 })
  expect(toHex(keyInformation.encode(keyInformation.decode(template)))).toBe(toHex(template))
})

test.each([
  ['half a data object', '66'],
  ['key information of one octet', 'e003c00101'],
  ['another template', '6600'],
])('%s is no key information template', (_, hex) => {
  expect(() => keyInformation.decode(fromHex(hex))).toThrowError(expect.objectContaining({ code: 'tlv' }))
})

test('card recognition data has SCP03 with its i parameter', () => {
  const recognition = cardRecognition.encode([{ protocol: 3, i: 0x70 }])
  expect(toHex(recognition)).toBe('6631732f06072a864886fc6b01600c060a2a864886fc6b02020301630906072a864886fc6b03640b06092a864886fc6b040370')
  expect(cardRecognition.decode(recognition)).toEqual([{ protocol: 3, i: 0x70 }])
})

test.each([
  ['an octet left over', concat(cardRecognition.encode([{ protocol: 3, i: 0x70 }]), fromHex('00'))],
  ['nothing in the template', fromHex('6600')],
])('card recognition data with %s is refused', (_, data) => {
  expect(() => cardRecognition.decode(data)).toThrowError(expect.objectContaining({ code: 'tlv' }))
})

test('GET DATA carries the tag in P1 and P2', () => {
  expect(toHex(encodeCommand(getData.encode(cardData.productionLifeCycle)))).toBe('80ca9f7f00')
  expect(getData.decode(getData.encode(cardData.keyInformation))).toBe(0xe0)
})
