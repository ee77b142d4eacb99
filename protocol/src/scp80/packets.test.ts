import { expect, test } from 'vitest'
import { bytesOf, concat, fromHex, toHex } from '../bytes.ts'
import { crc16, crc32 } from '../crypto/crc.ts'
import { ProtocolError } from '../errors.ts'
import { keySetOf } from './algorithms.ts'
import type { PacketKeys } from './algorithms.ts'
import { openCommand, parseCommand, sealCommand } from './command-packet.ts'
import type { CommandPacket } from './command-packet.ts'
import { counterFault, maxCounter } from './counter.ts'
import { openResponse, sealRefusal, sealResponse } from './response-packet.ts'
import { explainResponseStatus, responseStatus } from './response-status.ts'
import { compactScript, expandedResult, expandedScript } from './scripts.ts'
import { spi } from './spi.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof ProtocolError) return error.code
    throw error
  }
  return 'accepted'
}

const key = (octets: number): Uint8Array => Uint8Array.from({ length: octets }, (_, at) => at * 7 + 1)
const keysOf = (kic: number, kid: number, macLength: 4 | 8 = 8): PacketKeys => ({ kic: key(kic), kid: key(kid), macLength })
const aesKeys = keysOf(16, 32)
const command = (spiOctets: string, kic: number, kid: number, data = fromHex('00a40004023f00')): CommandPacket => ({
  spi: spi.decode(fromHex(spiOctets)),
  kic,
  kid,
  tar: fromHex('b00011'),
  counter: 0x1234567890,
  data,
})
const aesCommand = command('1619', 0x12, 0x12)

test.each([
  ['single DES', '1619', 0x11, 0x11, keysOf(8, 8)],
  ['triple DES of two keys', '1619', 0x15, 0x15, keysOf(16, 16)],
  ['triple DES of three keys', '1619', 0x19, 0x19, keysOf(24, 24)],
  ['DES in ECB', '1419', 0x1d, 0x11, keysOf(8, 8)],
  ['AES of 128 and 256 bits', '1619', 0x12, 0x12, aesKeys],
  ['AES with a short MAC', '1619', 0x12, 0x12, keysOf(24, 16, 4)],
  ['CRC 16, encrypted', '1515', 0x12, 0x11, aesKeys],
  ['CRC 32, not encrypted', '1105', 0x12, 0x15, aesKeys],
  ['a checksum without encryption', '1209', 0x12, 0x12, aesKeys],
  ['nothing', '0001', 0x00, 0x00, { kic: null, kid: null, macLength: 8 } as const],
])('packets with %s are read as they are written, in both directions', (_, spiOctets, kic, kid, keys) => {
  for (let length = 0; length <= 40; length++) {
    const packet = command(spiOctets, kic, kid, key(length))
    const parsed = parseCommand(sealCommand(packet, keys))
    expect(parsed).toMatchObject({ spi: packet.spi, kic, kid, tar: packet.tar })
    expect(openCommand(parsed, keys)).toMatchObject({ counter: packet.counter, data: packet.data, status: null })
    const response = { counter: packet.counter, status: responseStatus.ok, data: key(length) }
    expect(openResponse(sealResponse(response, packet, keys), packet, keys)).toMatchObject(response)
  }
  expect(keySetOf(kic)).toBe(kic === 0 ? 0 : 1)
})

test('packets of other implementations are opened', () => {
  const keys = { kic: fromHex('300102030405060708090a0b0c0d0e0f'), kid: fromHex('301102030405060708090a0b0c0d0e0f'), macLength: 8 } as const
  const parsed = parseCommand(fromHex('00201506193535b00011ae733256918d050b87c94fbfe12e4dc402f262c41cf67f2f'))
  expect(openCommand(parsed, keys)).toMatchObject({ counter: 0, paddingCounter: 3, data: fromHex('00a40004023f00') })
  const response = fromHex('001c12b000118bb989492c632529326a2f4681feb37c825bc9021c9f6d0b')
  expect(openResponse(response, parsed, keys)).toMatchObject({ status: 0, isAuthentic: true, data: fromHex('016132') })
})

test('the redundancy checks give the results of TS 102 225', () => {
  expect(toHex(crc16(fromHex('0102030405')))).toBe('22ec')
  expect(toHex(crc32(fromHex('0102030405')))).toBe('470b99f4')
})

test.each([
  ['a MAC', '1209', 0x12, 0x12],
  ['an encrypted MAC', '1619', 0x12, 0x12],
  ['a redundancy check', '1105', 0x12, 0x15],
])('every changed octet of a packet with %s is noticed', (_, spiOctets, kic, kid) => {
  const packet = command(spiOctets, kic, kid)
  const octets = sealCommand(packet, aesKeys)
  const secured = parseCommand(octets).header.length
  for (let at = secured; at < octets.length; at++) {
    const changed = octets.with(at, octets[at]! ^ 0x40)
    expect(codeOf(() => openCommand(parseCommand(changed), aesKeys))).toBe('checksum')
  }
  for (let at = 0; at < secured; at++) {
    const changed = octets.with(at, octets[at]! ^ 0x40)
    expect(
      codeOf(() => openCommand(parseCommand(changed), aesKeys)),
      `octet ${at}`,
    ).not.toBe('accepted')
  }
  const response = sealResponse({ counter: 1, status: 0, data: key(9) }, packet, aesKeys)
  for (let at = 0; at < response.length; at++) {
    const changed = response.with(at, response[at]! ^ 0x40)
    expect(
      codeOf(() => openResponse(changed, packet, aesKeys)),
      `octet ${at}`,
    ).not.toBe('accepted')
  }
})

test('lengths that do not match are refused', () => {
  const octets = sealCommand(aesCommand, aesKeys)
  for (let length = 0; length < octets.length; length++)
    expect(
      codeOf(() => parseCommand(octets.subarray(0, length))),
      `${length} octets`,
    ).toBe('lengths')
  expect(codeOf(() => parseCommand(concat(octets, bytesOf(0))))).toBe('lengths')
  const withChl = (chl: number): Uint8Array => octets.with(2, chl)
  expect([0, 12, 0xff].map((chl) => codeOf(() => parseCommand(withChl(chl))))).toEqual(['lengths', 'lengths', 'lengths'])
  expect([13, 14, 17, 20, 22].map((chl) => codeOf(() => openCommand(parseCommand(withChl(chl)), aesKeys)))).toEqual(
    Array.from({ length: 5 }, () => 'lengths'),
  )
  const partOfBlock = concat(bytesOf(0, octets.length - 3), octets.subarray(2, -1))
  expect(codeOf(() => openCommand(parseCommand(partOfBlock), aesKeys))).toBe('lengths')

  const response = sealResponse({ counter: 1, status: 0, data: key(9) }, aesCommand, aesKeys)
  for (let length = 0; length < response.length; length++)
    expect(
      codeOf(() => openResponse(response.subarray(0, length), aesCommand, aesKeys)),
      `${length} octets`,
    ).toBe('lengths')
  for (const rhl of [0, 9, 11, 17, 19, 0xff]) expect(codeOf(() => openResponse(response.with(2, rhl), aesCommand, aesKeys))).toBe('lengths')
})

test('a padding counter that cannot be right is refused', () => {
  const packet = command('0001', 0, 0)
  const octets = sealCommand(packet, aesKeys)
  // Without encryption there is no padding.
  for (const padding of [1, 7, 8, 255]) expect(codeOf(() => openCommand(parseCommand(octets.with(15, padding)), aesKeys))).toBe('padding')
  const encrypted = sealCommand(command('0401', 0x12, 0), aesKeys)
  expect(codeOf(() => openCommand(parseCommand(encrypted), { ...aesKeys, kic: key(16).fill(9) }))).toBe('padding')
})

test.each([
  ['reserved bits in the first octet of the SPI', '3619', 'packet'],
  ['reserved bits in the second', '1659', 'packet'],
  ['the reserved kind of proof', '161b', 'packet'],
])('a packet with %s is refused', (_, octets, code) => {
  const packet = sealCommand(aesCommand, aesKeys)
  packet.set(fromHex(octets), 3)
  expect(codeOf(() => parseCommand(packet))).toBe(code)
})

test.each([
  ['a digital signature', '1719', 0x12, 0x12, aesKeys],
  ['an unknown cipher', '1619', 0x13, 0x12, aesKeys],
  ['a cipher that is known implicitly', '1619', 0x10, 0x12, aesKeys],
  ['an unknown checksum', '1619', 0x12, 0x1d, aesKeys],
  ['an unknown redundancy check', '1519', 0x12, 0x12, aesKeys],
  ['a key that is missing', '1619', 0x12, 0x12, { kic: null, kid: null, macLength: 8 } as const],
  ['a DES key of another length', '1619', 0x15, 0x12, keysOf(24, 16)],
  ['an AES key of another length', '1619', 0x12, 0x12, keysOf(8, 8)],
])('%s is refused with its cause', (_, spiOctets, kic, kid, keys) => {
  expect(codeOf(() => sealCommand(command(spiOctets, kic, kid), keys))).toBe('key')
})

test('values that do not fit their fields are refused', () => {
  expect(codeOf(() => sealCommand({ ...aesCommand, counter: maxCounter + 1 }, aesKeys))).toBe('range')
  expect(codeOf(() => sealCommand({ ...aesCommand, tar: key(2) }, aesKeys))).toBe('range')
  expect(codeOf(() => sealCommand({ ...aesCommand, data: new Uint8Array(0x10000) }, aesKeys))).toBe('range')
})

test.each([
  ['none', 0, 5, null],
  ['unchecked', 0, 5, null],
  ['higher', 6, 5, null],
  ['higher', 900, 5, null],
  ['higher', 5, 5, responseStatus.counterLow],
  ['higher', 4, 5, responseStatus.counterLow],
  ['higher', maxCounter, maxCounter, responseStatus.counterBlocked],
  ['oneHigher', 6, 5, null],
  ['oneHigher', 7, 5, responseStatus.counterHigh],
  ['oneHigher', 5, 5, responseStatus.counterLow],
] as const)('under the rule %s, the counter %i after %i gives %s', (rule, received, stored, fault) => {
  expect(counterFault(rule, received, stored)).toBe(fault)
})

test('a response without the required checksum only reports an error, and is not authentic', () => {
  const low = { counter: 1, status: responseStatus.counterLow, data: bytesOf() }
  const refusal = sealRefusal(low, aesCommand)!
  expect(toHex(refusal)).toBe('000b0ab0001100000000010002')
  expect(openResponse(refusal, aesCommand, aesKeys)).toMatchObject({ ...low, isAuthentic: false })
  expect(codeOf(() => openResponse(refusal.with(12, responseStatus.ok), aesCommand, aesKeys))).toBe('checksum')
  const withData = sealRefusal({ ...low, data: key(3) }, aesCommand)!
  expect(codeOf(() => openResponse(withData, aesCommand, aesKeys))).toBe('checksum')
  expect(sealRefusal(low, command('1611', 0x12, 0x12))).toBeNull()
  expect(openResponse(sealResponse(low, aesCommand, aesKeys), aesCommand, aesKeys).isAuthentic).toBe(true)
})

test('a response of another application is refused', () => {
  const response = sealResponse({ counter: 1, status: 0, data: bytesOf() }, aesCommand, aesKeys)
  expect(codeOf(() => openResponse(response, { ...aesCommand, tar: fromHex('b00010') }, aesKeys))).toBe('packet')
})

test('every response status is explained in both languages, each in its own words', () => {
  const words = Object.values(responseStatus).map(explainResponseStatus)
  expect(new Set(words.map(({ ja }) => ja)).size).toBe(words.length)
  expect(new Set(words.map(({ en }) => en)).size).toBe(words.length)
  expect(explainResponseStatus(0x7f)).toEqual({ ja: '未定義のステータスコード', en: 'Unknown status code' })
})

test('scripts that end too early or hold foreign objects are refused', () => {
  expect(codeOf(() => compactScript.decode(fromHex('00a4')))).toBe('truncated')
  expect(codeOf(() => compactScript.decode(fromHex('00a40004033f00')))).toBe('truncated')
  expect(codeOf(() => expandedScript.decode(fromHex('ae80220580caff2100')))).toBe('tlv')
  expect(codeOf(() => expandedScript.decode(fromHex('aa0723 0580caff2100'.replaceAll(' ', ''))))).toBe('tlv')
  expect(codeOf(() => expandedResult.decode(fromHex('ab0423029000')))).toBe('tlv')
  const commands = [
    { cla: 0, ins: 0xb0, p1: 0, p2: 0, data: bytesOf(), le: 4 },
    { cla: 0, ins: 0xa4, p1: 0, p2: 4, data: fromHex('3f00'), le: null },
  ]
  expect(codeOf(() => compactScript.encode(commands))).toBe('apdu')
})
