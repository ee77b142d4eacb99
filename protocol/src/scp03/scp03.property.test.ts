import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandApdu, decodeCommand, encodeCommand, leAny, responseApdu } from '../apdu.ts'
import { octets } from '../codec.fixture.ts'
import { ProtocolError } from '../errors.ts'
import { answerInitializeUpdate, openScp03Card } from './card.ts'
import { openScp03Host } from './host.ts'
import { decodeImplementationOptions, maxPlainDataLength, securityLevels, supportsLevel } from './level.ts'
import type { SecurityLevel } from './level.ts'

const implementations = fc.constantFrom(0x00, 0x01, 0x10, 0x11, 0x20, 0x21, 0x30, 0x31, 0x60, 0x61, 0x70, 0x71)

test('a channel with any keys, i, level and lengths carries commands and responses, and refuses changed ones', () => {
  const key = fc.constantFrom(16, 24, 32).chain((length) => fc.record({ enc: octets(length), mac: octets(length) }))
  const script = fc.array(
    fc.record({
      data: octets(0, 247),
      le: fc.constantFrom(null, leAny),
      sw: fc.constantFrom(0x9000, 0x6310, 0x6a88),
      answer: octets(0, 223),
    }),
    { maxLength: 4 },
  )
  const values = fc.record({
    keys: key,
    i: implementations,
    level: fc.constantFrom(...securityLevels),
    challenge: octets(32),
    script,
    at: fc.nat(),
    flip: fc.integer({ min: 1, max: 255 }),
  })
  fc.assert(
    fc.property(values, ({ keys, i, level, challenge, script: commands, at, flip }) => {
      const { macLength } = decodeImplementationOptions(i)
      const hostChallenge = challenge.subarray(0, macLength)
      const pending = answerInitializeUpdate({
        keys,
        keyVersionNumber: 1,
        i,
        diversificationData: new Uint8Array(10),
        sequenceCounter: new Uint8Array(3),
        hostChallenge,
        cardChallenge: challenge.subarray(16, 16 + macLength),
      })
      const openHost = (one: SecurityLevel) =>
        openScp03Host({ keys, hostChallenge, initializeUpdateResponse: pending.response, level: one })
      if (!supportsLevel(decodeImplementationOptions(i), level)) {
        expect(() => openHost(level)).toThrow(ProtocolError)
        expect(() => openScp03Card(pending, { ...openHost(0x01).externalAuthenticate, p1: level })).toThrow(ProtocolError)
        return
      }
      const opened = openHost(level)
      const first = decodeCommand(encodeCommand(opened.externalAuthenticate))
      const card = openScp03Card(pending, first)
      for (const { data, le, sw, answer } of commands) {
        const plain = commandApdu(0x80, 0xe2, 0, 0, data.subarray(0, maxPlainDataLength(level, macLength)), le)
        const wire = encodeCommand(opened.channel.wrap(plain).command)
        expect(card.unwrap(decodeCommand(wire))).toEqual(plain)
        const response = responseApdu(sw, sw === 0x6a88 ? new Uint8Array(0) : answer)
        expect(opened.channel.unwrap(card.wrap(response))).toEqual(response)
      }
      const last = opened.channel.wrap(commandApdu(0x80, 0xe4, 0, 0, challenge)).command
      const changed = last.data.map((octet, index) => (index === at % last.data.length ? octet ^ flip : octet))
      expect(() => card.unwrap({ ...last, data: changed })).toThrow(ProtocolError)
    }),
    { numRuns: 120 },
  )
})
