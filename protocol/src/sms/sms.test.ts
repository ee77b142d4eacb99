import { expect, test } from 'vitest'
import { decodeCommand, encodeCommand } from '../apdu.ts'
import { bytesOf, fromHex, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { MessageAssembler, splitMessage } from './concatenation.ts'
import { smsPpDownload } from './envelope.ts'
import { dataClass2, simDataDownload, smsDeliver, smsSubmit } from './tpdu.ts'
import { decodeUserData, elementId, encodeUserData, holdsPacket, maxUserData } from './user-data.ts'
import type { UserData } from './user-data.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof ProtocolError) return error.code
    throw error
  }
  return 'accepted'
}

const octets = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 31) & 0xff)
const packetElement = { id: elementId.commandPacket, data: bytesOf() }
const message = (length: number): UserData => ({ elements: [packetElement], data: octets(length) })
const joined = (parts: readonly UserData[]): UserData | null => {
  const assembler = new MessageAssembler(4)
  return parts.map((part) => assembler.add('a', part)).find((whole) => whole !== null) ?? null
}

test.each([
  [0, 1],
  [137, 1],
  [138, 2],
  [132 + 134, 2],
  [132 + 134 + 1, 3],
  [132 + 254 * 134, 255],
])('a packet of %i octets takes %i messages, which are put together in any order', (length, count) => {
  const parts = splitMessage(message(length), 7)
  expect(parts).toHaveLength(count)
  for (const part of parts) expect(encodeUserData(part).length).toBeLessThanOrEqual(maxUserData)
  expect(parts.map((part) => holdsPacket(part, 'commandPacket'))).toEqual(parts.map((_, at) => at === 0))
  expect(joined(parts)).toEqual(message(length))
  expect(joined(parts.toReversed())).toEqual(message(length))
})

test('a packet that needs more than 255 messages is refused', () => {
  expect(codeOf(() => splitMessage(message(132 + 254 * 134 + 1), 7))).toBe('sms')
})

test('parts that come twice do no harm, and parts of two senders do not mix', () => {
  const [one, two] = splitMessage(message(200), 7)
  const assembler = new MessageAssembler(4)
  expect(assembler.add('a', one!)).toBeNull()
  expect(assembler.add('a', one!)).toBeNull()
  expect(assembler.add('b', two!)).toBeNull()
  expect(assembler.add('a', two!)).toEqual(message(200))
  expect(assembler.incomplete).toBe(1)
})

test('a reference that is used again begins a new message', () => {
  const older = splitMessage(message(200), 7)
  const newer = splitMessage({ elements: [packetElement], data: octets(200).fill(1) }, 7)
  const assembler = new MessageAssembler(4)
  expect(assembler.add('a', older[0]!)).toBeNull()
  expect(assembler.add('a', newer[0]!)).toBeNull()
  expect(assembler.add('a', newer[1]!)?.data).toEqual(octets(200).fill(1))
})

test('incomplete messages are limited: the oldest is forgotten', () => {
  const assembler = new MessageAssembler(3)
  const begun = [1, 2, 3, 4, 5].map((reference) => splitMessage(message(200), reference))
  for (const [first] of begun) assembler.add('a', first!)
  expect(assembler.incomplete).toBe(3)
  expect(begun.toReversed().map(([, second]) => assembler.add('a', second!) !== null)).toEqual([true, true, true, false, false])
})

test('a part with a 16-bit reference is put together, too', () => {
  const partOf = (number: number, data: Uint8Array): UserData => ({
    elements: [{ id: elementId.concatenated16, data: bytesOf(1, 0, 2, number) }],
    data,
  })
  expect(joined([partOf(2, octets(3)), partOf(1, octets(2))])?.data).toEqual(bytesOf(...octets(2), ...octets(3)))
})

test.each(['000300', '0003070000', '0003070200', '0003070203', '00040700020100', '0804070201'])(
  'the malformed element of concatenation %s is refused',
  (element) => {
    const [id = 0, , ...data] = fromHex(element)
    expect(codeOf(() => new MessageAssembler(1).add('a', { elements: [{ id, data: Uint8Array.from(data) }], data: bytesOf() }))).toBe('sms')
  },
)

test('two elements of concatenation are refused', () => {
  const element = { id: elementId.concatenated, data: bytesOf(1, 2, 1) }
  expect(codeOf(() => new MessageAssembler(1).add('a', { elements: [element, element], data: bytesOf() }))).toBe('sms')
})

test.each(['', '03', '027000'.slice(0, 4), '02700500', '017000', '0370000100'])(
  'the user data header %s, whose lengths lie, is refused',
  (hex) => {
    expect(codeOf(() => decodeUserData(fromHex(hex), true))).toBe('sms')
  },
)

const deliver = '4405812143f57ff62405121517300005027000aabb'

test('an SMS-DELIVER is read and written, and one whose lengths lie is refused', () => {
  const read = smsDeliver.decode(fromHex(deliver))
  expect(read).toMatchObject({
    isLast: true,
    originator: { type: 0x81, digits: '12345' },
    protocolId: simDataDownload,
    dataCoding: dataClass2,
    userData: { elements: [packetElement], data: fromHex('aabb') },
  })
  expect(toHex(smsDeliver.encode(read))).toBe(deliver)
  for (const wrong of [deliver.slice(0, -2), `${deliver}00`, deliver.replace('00050270', '00040270'), deliver.replace('4405', '4438')])
    expect({ wrong, code: codeOf(() => smsDeliver.decode(fromHex(wrong))) }).toEqual({ wrong, code: 'sms' })
  const asText = deliver.replace('7ff6', '7f00')
  expect(codeOf(() => smsDeliver.decode(fromHex(asText)))).toBe('sms')
  expect(codeOf(() => smsDeliver.decode(fromHex(`45${deliver.slice(2)}`)))).toBe('sms')
  expect(codeOf(() => smsSubmit.decode(fromHex(deliver)))).toBe('sms')
  expect(codeOf(() => smsDeliver.encode({ ...read, originator: { type: 0x91, digits: '1'.repeat(21) } }))).toBe('sms')
  expect(codeOf(() => encodeUserData({ elements: [], data: octets(141) }))).toBe('sms')
})

test.each([
  ['no validity period', '41'],
  ['a relative one', '51'],
  ['an absolute one', '59'],
])('an SMS-SUBMIT with %s is read', (_, first) => {
  const validity = { '41': '', '51': 'a7', '59': '24051215173000' }[first]
  const read = smsSubmit.decode(fromHex(`${first}0705812143f57ff6${validity}05027100aabb`))
  expect(read).toMatchObject({ reference: 7, destination: { digits: '12345' } })
  expect(holdsPacket(read.userData, 'responsePacket')).toBe(true)
})

test('an envelope holds the message and its service centre', () => {
  const download = { serviceCentre: { type: 0x91, digits: '819012345' }, tpdu: fromHex(deliver) }
  const wire = encodeCommand(smsPpDownload.encode(download))
  expect(toHex(wire)).toBe(`80c2000025d1238202838106069118092143f58b15${deliver}00`)
  expect(smsPpDownload.decode(decodeCommand(wire))).toEqual(download)
})

test.each([
  ['d2', 'tlv'],
  ['d200', 'sms'],
  ['d10482028381', 'sms'],
  ['d107820281838b0100', 'sms'],
  ['d1038b0100', 'sms'],
  ['d10982028381060 08b0100'.replaceAll(' ', ''), 'truncated'],
  ['d10882028381', 'tlv'],
])('the envelope %s is refused', (data, code) => {
  const wire = fromHex(`80c20000${(data.length / 2).toString(16).padStart(2, '0')}${data}`)
  expect(codeOf(() => smsPpDownload.decode(decodeCommand(wire)))).toBe(code)
})
