import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandApdu, encodeCommand, leAny, responseApdu } from '../apdu.ts'
import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { fromHex, toHex } from '../bytes.ts'
import { answerInitializeUpdate, openScp03Card } from './card.ts'
import type { Scp03Card } from './card.ts'
import { openScp03Host, Scp03Host } from './host.ts'
import { initializeUpdateCommand, initializeUpdateResponse } from './initialize-update.ts'
import { pseudoRandomChallenge } from './keys.ts'
import type { MacLength } from './keys.ts'
import { checkSecurityLevel, decodeImplementationOptions, maxPlainDataLength, securityLevels } from './level.ts'
import type { SecurityLevel } from './level.ts'

type Ends = { host: Scp03Host; card: Scp03Card; externalAuthenticate: CommandApdu }

function staticKeys(octets: number): { enc: Uint8Array; mac: Uint8Array } {
  return { enc: new Uint8Array(octets).fill(0x41), mac: new Uint8Array(octets).fill(0x42) }
}

function pending(macLength: MacLength, keys = staticKeys(16), i = macLength === 8 ? 0x70 : 0x71) {
  const sequenceCounter = fromHex('000007')
  return answerInitializeUpdate({
    keys,
    keyVersionNumber: 0x30,
    i,
    diversificationData: new Uint8Array(10),
    sequenceCounter,
    hostChallenge: new Uint8Array(macLength).fill(0xe0),
    cardChallenge: pseudoRandomChallenge(keys.enc, sequenceCounter, fromHex('a000000151000000'), macLength),
  })
}

function open(level: SecurityLevel, macLength: MacLength, keyOctets = 16): Ends {
  const keys = staticKeys(keyOctets)
  const onCard = pending(macLength, keys)
  const hostChallenge = new Uint8Array(macLength).fill(0xe0)
  const { externalAuthenticate, channel } = openScp03Host({ keys, hostChallenge, initializeUpdateResponse: onCard.response, level })
  return { host: channel, card: openScp03Card(onCard, externalAuthenticate), externalAuthenticate }
}

const failsWith = (code: string): unknown => expect.objectContaining({ name: 'ProtocolError', code })
const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((octet, index) => (index === at ? octet ^ 0x01 : octet))

const combinations = securityLevels.flatMap((level) =>
  ([8, 16] as const).flatMap((macLength) => ([16, 24, 32] as const).map((octets) => [level, macLength, octets] as const)),
)

test.each(combinations)(
  'at level %i with MACs of %i octets and keys of %i, each end unwraps the commands or responses that the other wrapped',
  (level, macLength, octets) => {
    const { host, card } = open(level, macLength, octets)
    const commands = fc.array(
      fc.record({
        data: fc.uint8Array({ maxLength: maxPlainDataLength(level, macLength) }),
        cla: fc.constantFrom(0x80, 0x00, 0x81, 0x40, 0xc1),
        le: fc.constantFrom(null, leAny),
        sw: fc.constantFrom(0x9000, 0x6310, 0x6283, 0x6a88, 0x9110),
        answer: fc.uint8Array({ maxLength: 223 }),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(commands, (script) => {
        for (const { data, cla, le, sw, answer } of script) {
          const plain = commandApdu(cla, 0xe2, 0x80, 0x00, data, le)
          const sent = host.wrap(plain)
          expect(encodeCommand(sent.command).length).toBeLessThanOrEqual(261)
          expect(card.unwrap(sent.command)).toEqual(plain)
          const carries = sw === 0x9000 || sw === 0x6310 || sw === 0x6283 || (level & 0x10) === 0
          const response = responseApdu(sw, carries ? answer : new Uint8Array(0))
          expect(host.unwrap(card.wrap(response))).toEqual(response)
        }
      }),
      { numRuns: 10 },
    )
  },
)

test('the host wraps a whole script first and then unwraps the responses to it', () => {
  const { host, card } = open(0x33, 8)
  const script = [1, 2, 3].map((at) => host.wrap(commandApdu(0x80, 0xe2, 0x00, at, fromHex('aabb'), leAny)))
  for (const [at, sent] of script.entries()) {
    card.unwrap(sent.command)
    expect(host.unwrap(card.wrap(responseApdu(0x9000, Uint8Array.of(at))), sent.position).data).toEqual(Uint8Array.of(at))
  }
})

test('another node wraps the same octets, from the start and from a stored position', () => {
  const plain = commandApdu(0x80, 0xe8, 0x00, 0x00, fromHex('c4820010'))
  const [one, other] = [open(0x03, 8), open(0x03, 8)]
  expect(toHex(encodeCommand(one.externalAuthenticate))).toBe(toHex(encodeCommand(other.externalAuthenticate)))
  expect(one.host.wrap(plain)).toEqual(other.host.wrap(plain))
  const resumed = new Scp03Host(one.host.parameters, one.host.position)
  expect(resumed.wrap(plain)).toEqual(one.host.wrap(plain))
})

test('the largest plain data depends on the level and the MAC length', () => {
  expect(([8, 16] as const).map((length) => securityLevels.map((level) => maxPlainDataLength(level, length)))).toEqual([
    [247, 239, 247, 239, 239],
    [239, 223, 239, 223, 223],
  ])
  const { host } = open(0x03, 8)
  const before = host.position
  expect(() => host.wrap(commandApdu(0x80, 0xe8, 0, 0, new Uint8Array(240)))).toThrowError(failsWith('apdu'))
  expect(host.position).toBe(before)
})

test('the card refuses a command with a changed octet anywhere in it and closes the channel', () => {
  const sent = open(0x03, 8).host.wrap(commandApdu(0x80, 0xe2, 0x80, 0x00, fromHex('aabbcc'))).command
  for (let at = 0; at < sent.data.length; at++) {
    const { card } = open(0x03, 8)
    expect(() => card.unwrap({ ...sent, data: flipped(sent.data, at) })).toThrowError(failsWith('mac'))
    expect(() => card.unwrap(sent)).toThrowError(failsWith('mac'))
    expect(card.position).toBeNull()
  }
  for (const change of [{ ins: 0xe4 }, { p1: 0x00 }, { p2: 0x01 }, { cla: 0x80 }, { cla: 0x94 }])
    expect(() => open(0x03, 8).card.unwrap({ ...sent, ...change })).toThrowError(failsWith('mac'))
})

test('the C-MAC does not cover the logical channel, in both codings of the class byte', () => {
  for (const [basic, other] of [
    [0x80, 0x83],
    [0xc0, 0xcf],
  ] as const) {
    const { host, card } = open(0x33, 8)
    const sent = host.wrap(commandApdu(basic, 0xf2, 0x40, 0x02, fromHex('4f00'))).command
    expect(open(0x33, 8).host.wrap(commandApdu(other, 0xf2, 0x40, 0x02, fromHex('4f00'))).command.data).toEqual(sent.data)
    expect(card.unwrap({ ...sent, cla: sent.cla | (other & 0x0f) }).cla).toBe(other)
  }
})

test('the card refuses a command that it receives again', () => {
  const { host, card } = open(0x01, 8)
  const { command } = host.wrap(commandApdu(0x80, 0xf2, 0x40, 0x02))
  card.unwrap(command)
  expect(() => card.unwrap(command)).toThrowError(failsWith('mac'))
})

test.each<[string, (response: ResponseApdu) => ResponseApdu]>([
  ['a changed octet', (response) => ({ ...response, data: flipped(response.data, 0) })],
  ['another status word', (response) => ({ ...response, sw: 0x6200 })],
  ['an R-MAC cut off', (response) => ({ ...response, data: response.data.subarray(0, 4) })],
  ['data beside an error', (response) => ({ ...response, sw: 0x6a80 })],
])('the host refuses a response with %s', (_, change) => {
  const { host, card } = open(0x33, 8)
  card.unwrap(host.wrap(commandApdu(0x80, 0xca, 0x00, 0x66, new Uint8Array(0), leAny)).command)
  expect(() => host.unwrap(change(card.wrap(responseApdu(0x9000, fromHex('0102')))))).toThrowError(failsWith('mac'))
})

test('the host refuses a card without the keys before it makes EXTERNAL AUTHENTICATE', () => {
  const initializeUpdateResponse = pending(8, { ...staticKeys(16), mac: new Uint8Array(16) }).response
  const hostChallenge = new Uint8Array(8).fill(0xe0)
  expect(() => openScp03Host({ keys: staticKeys(16), hostChallenge, initializeUpdateResponse, level: 0x03 })).toThrowError(
    failsWith('cryptogram'),
  )
})

test('the card refuses a host without the keys, and a level that it does not offer', () => {
  const { externalAuthenticate } = open(0x33, 8)
  const onCard = pending(8)
  expect(() => openScp03Card(onCard, { ...externalAuthenticate, data: flipped(externalAuthenticate.data, 15) })).toThrowError(
    failsWith('mac'),
  )
  expect(() => openScp03Card({ ...onCard, hostCryptogram: new Uint8Array(8) }, externalAuthenticate)).toThrowError(failsWith('cryptogram'))
  expect(() => openScp03Card(pending(8, staticKeys(16), 0x10), externalAuthenticate)).toThrowError(failsWith('apdu'))
  expect(() => openScp03Card(onCard, { ...externalAuthenticate, p1: 0x02 })).toThrowError(failsWith('apdu'))
  expect(() => openScp03Card(onCard, { ...externalAuthenticate, data: new Uint8Array(15) })).toThrowError(failsWith('apdu'))
})

test.each([
  [0x10, [0x01, 0x03]],
  [0x30, [0x01, 0x03, 0x11, 0x13]],
  [0x70, [...securityLevels]],
])('a host refuses a security level that i = %i does not support', (i, offered) => {
  const hostChallenge = new Uint8Array(8).fill(0xe0)
  const { response: initializeUpdateResponse } = pending(8, staticKeys(16), i)
  for (const level of securityLevels) {
    const openHost = (keyOctets: number) => openScp03Host({ keys: staticKeys(keyOctets), hostChallenge, initializeUpdateResponse, level })
    if (offered.includes(level)) expect(openHost(16).externalAuthenticate.p1).toBe(level)
    else expect(() => openHost(16)).toThrowError(failsWith('level'))
    expect(() => openHost(24)).toThrowError(failsWith('cryptogram'))
  }
})

test('keys of different lengths, and of lengths that AES does not have, are refused', () => {
  expect(() => pending(8, { enc: new Uint8Array(16), mac: new Uint8Array(32) })).toThrowError(failsWith('key'))
  expect(() => pending(8, staticKeys(20))).toThrowError(failsWith('key'))
})

test('INITIALIZE UPDATE and its response are encoded and decoded, and wrong ones are refused', () => {
  const command = initializeUpdateCommand.encode({ keyVersionNumber: 0x30, hostChallenge: fromHex('0102030405060708') })
  expect(toHex(encodeCommand(command))).toBe('8050300008010203040506070800')
  expect(initializeUpdateCommand.decode(command)).toEqual({ keyVersionNumber: 0x30, hostChallenge: fromHex('0102030405060708') })
  expect(() => initializeUpdateCommand.encode({ keyVersionNumber: 0, hostChallenge: new Uint8Array(7) })).toThrowError(failsWith('apdu'))
  const { response } = pending(8)
  expect(initializeUpdateResponse.decode(response).sequenceCounter).toEqual(fromHex('000007'))
  for (const wrong of [response.subarray(1), response.subarray(0, 29), flipped(response, 11), response.subarray(0, 5)])
    expect(() => initializeUpdateResponse.decode(wrong)).toThrowError(failsWith('apdu'))
})

test('i parameters and levels that SCP03 does not have are refused', () => {
  expect(decodeImplementationOptions(0x30)).toEqual({
    macLength: 8,
    pseudoRandomChallenge: true,
    responseMac: true,
    responseEncryption: false,
  })
  for (const i of [0x02, 0x40, 0x80]) expect(() => decodeImplementationOptions(i)).toThrowError(failsWith('apdu'))
  for (const level of [0x00, 0x02, 0x23, 0x31]) expect(() => checkSecurityLevel(level)).toThrowError(failsWith('apdu'))
})
