import { expect, test } from 'vitest'
import { commandApdu, decodeCommand, decodeResponse, encodeCommand, encodeResponse, leAny, responseApdu, swHex } from './apdu.ts'
import { bytesOf, fromHex, toHex } from './bytes.ts'

test.each([
  ['case 1', '00a40400', commandApdu(0x00, 0xa4, 0x04, 0x00)],
  ['case 2', '80ca006600', commandApdu(0x80, 0xca, 0x00, 0x66, new Uint8Array(0), leAny)],
  ['case 2 with a length', '80ca006610', commandApdu(0x80, 0xca, 0x00, 0x66, new Uint8Array(0), 16)],
  ['case 3', '80e2800002abcd', commandApdu(0x80, 0xe2, 0x80, 0x00, bytesOf(0xab, 0xcd))],
  ['case 4', '80f24002024f0000', commandApdu(0x80, 0xf2, 0x40, 0x02, bytesOf(0x4f, 0x00), leAny)],
])('a command of %s is read, and written with the same octets', (_, hex, command) => {
  expect(decodeCommand(fromHex(hex))).toEqual(command)
  expect(toHex(encodeCommand(command))).toBe(hex)
})

test.each([
  ['too short', '80e280'],
  ['extended length', '80e280000000010a'],
  ['Lc 0 with Le', '80e280000000'],
  ['Lc beyond the octets', '80e2800003abcd'],
  ['octets beyond Le', '80e2800001ab0000'],
])('a command is refused: %s', (_, hex) => {
  expect(() => decodeCommand(fromHex(hex))).toThrowError(expect.objectContaining({ code: 'apdu' }))
})

test('a command that is too long for the short form is not encoded', () => {
  expect(() => encodeCommand(commandApdu(0x80, 0xe2, 0, 0, new Uint8Array(256)))).toThrowError(expect.objectContaining({ code: 'apdu' }))
  expect(() => encodeCommand(commandApdu(0x80, 0xca, 0, 0, new Uint8Array(0), 0))).toThrowError(expect.objectContaining({ code: 'apdu' }))
})

test('a response is data and a status word', () => {
  expect(decodeResponse(fromHex('abcd6310'))).toEqual({ data: bytesOf(0xab, 0xcd), sw: 0x6310 })
  expect(toHex(encodeResponse(responseApdu(0x9000, bytesOf(1))))).toBe('019000')
  expect(swHex(0x6a84)).toBe('6A84')
  expect(() => decodeResponse(bytesOf(0x90))).toThrowError(expect.objectContaining({ code: 'apdu' }))
})
