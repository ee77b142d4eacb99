import { expect, test } from 'vitest'
import { bytesOf, fromHex, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { checkSessionParameters, httpPostOf, sessionTrigger } from './session-trigger.ts'

const hex = (data: Uint8Array): string => toHex(data).toUpperCase()
const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
const object = (tag: string, value: string): string => tag + (value.length / 2).toString(16).padStart(2, '0') + value

/** A PSK identity with its key version and key identifier, a host, and a URI. */
const security = '850804deadbeef020040'
const host = object('8a', ascii('admin.host'))
const uri = object('8c', ascii('https://admin.host/uri'))
const httpPost = object('89', host + uri)

test('a trigger without parameters leaves all of them to the security domain', () => {
  expect(hex(sessionTrigger.encode(bytesOf()))).toBe('81028300')
  expect(sessionTrigger.decode(fromHex('81028300'))).toEqual(bytesOf())
  expect(httpPostOf(bytesOf())).toEqual({ host: null, agent: null, uri: null })
})

test('the parameters of a session are carried as they are, and its HTTP request is read', () => {
  const parameters = fromHex(security + httpPost)
  const trigger = sessionTrigger.encode(parameters)
  expect(hex(trigger)).toBe(object('81', object('83', security + httpPost)).toUpperCase())
  expect(sessionTrigger.decode(trigger)).toEqual(parameters)
  expect(httpPostOf(parameters)).toEqual({ host: 'admin.host', agent: null, uri: 'https://admin.host/uri' })
})

test.each([
  ['a data object of no session', '820100'],
  ['a data object twice', `${security}${security}`],
  ['a data object of no HTTP request', object('89', '8d0100')],
  ['a length that does not fit', '8508deadbeef'],
])('%s is refused as a parameter', (_, parameters) => {
  expect(() => checkSessionParameters(fromHex(parameters))).toThrow(ProtocolError)
})

test.each([
  ['a compact script', '8010000000'],
  ['no octet', ''],
  ['a trigger with octets after it', '8102830000'],
  ['a trigger without session parameters', '8100'],
])('%s triggers no session', (_, data) => {
  expect(() => sessionTrigger.decode(fromHex(data))).toThrow(ProtocolError)
})
