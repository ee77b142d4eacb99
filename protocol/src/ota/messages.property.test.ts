import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeReportParameters, encodeReportParameters } from '../applets/report-parameters.ts'
import type { ReportParameters } from '../applets/report-parameters.ts'
import { aids, checkCodec, octets, u16, u8 } from '../codec.fixture.ts'
import { bodyRoom, chunkEnd, fillingBlockSize, largestCommand, wrappedLength } from './chunk.ts'
import { maxPlainDataLength, securityLevels } from '../scp03/level.ts'
import {
  decodeCloseSession,
  decodeCommandData,
  decodeLoadCommand,
  decodePoll,
  decodePollClear,
  decodeRes,
  decodeScpInit,
  decodeTelemetry,
  encodeCloseSession,
  encodeCommandData,
  encodeLoadCommand,
  encodePoll,
  encodePollClear,
  encodeRes,
  encodeScpInit,
  encodeTelemetry,
} from './messages.ts'
import type { Resume } from './messages.ts'
import { ProtocolError } from '../errors.ts'

const u32 = fc.integer({ min: 0, max: 0xffffffff })
const digits = (least: number, most = least): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`))
const int16 = fc.integer({ min: -0x8000, max: 0x7fff })

test('POLL and what it tells', () => {
  checkCodec({
    values: fc.record({ iccid: octets(10), cardNonce: octets(8), pollCounter: u32 }),
    encode: encodePollClear,
    decode: decodePollClear,
  })
  const script = { scriptId: octets(8), next: u16, lastSw: u16 }
  const resume: fc.Arbitrary<Resume> = fc.oneof(
    fc.constant({ state: 0 } as const),
    fc.record({ state: fc.constantFrom(1 as const, 2 as const), ...script }),
  )
  const tlvs = fc.array(fc.record({ tag: fc.integer({ min: 6, max: 255 }), value: octets(0, 20) }), { maxLength: 3 })
  const receiveBuffer = fc.integer({ min: 255, max: 0xffff })
  checkCodec({
    values: fc.record({ pollerVersion: u16, receiveBuffer, instanceAid: aids, resume, tlvs }),
    encode: encodePoll,
    decode: decodePoll,
  })
  const location = fc.record({
    mcc: digits(3),
    mnc: digits(2, 3),
    area: fc.integer({ min: 0, max: 0xffffff }),
    cell: fc.integer({ min: 0, max: 0xffffffffff }),
  })
  const telemetry = {
    imei: digits(15),
    location,
    accessTechnology: u8,
    signal: fc.record({ rsrpDbm: int16, rsrqDb: int16 }),
    freeMemory: u32,
  }
  fc.assert(
    fc.property(fc.record(telemetry, { requiredKeys: [] }), (told) => {
      expect(decodeTelemetry(encodeTelemetry(told))).toEqual(told)
    }),
  )
})

test('SCP_INIT, RES and CLOSE_SESSION', () => {
  checkCodec({
    values: fc.record({ securityDomainAid: aids, initializeUpdate: octets(5, 22) }),
    encode: encodeScpInit,
    decode: decodeScpInit,
  })
  const results = fc.array(fc.record({ sw: u16, data: octets(0, 256) }), { maxLength: 4 })
  checkCodec({ values: fc.record({ status: u16, next: u16, results }), encode: encodeRes, decode: decodeRes })
  checkCodec({ values: fc.record({ code: u16, detail: u32, waitSeconds: u16 }), encode: encodeCloseSession, decode: decodeCloseSession })
})

test('COMMAND_DATA and LOAD_COMMAND; broken lengths are no commands', () => {
  const commands = fc.array(octets(4, 261), { minLength: 1, maxLength: 4 })
  const whole = <T extends { commands: readonly Uint8Array[] | null }>(chunk: T) => {
    if (!chunk.commands) throw new ProtocolError('message', 'broken lengths')
    return { ...chunk, commands: [...chunk.commands] }
  }
  checkCodec({
    values: fc.record({ index: u16, commands }),
    encode: (one) => encodeLoadCommand(one.index, one.commands),
    decode: (body) => whole(decodeLoadCommand(body)),
  })
  checkCodec({
    values: fc.record({ scriptId: octets(8), index: u16, commands }),
    encode: (one) => encodeCommandData(one.scriptId, one.index, one.commands),
    decode: (body) => whole(decodeCommandData(body)),
  })
})

test('report parameters', () => {
  const values: fc.Arbitrary<ReportParameters> = fc.record({
    fqdn: fc.stringMatching(/^[A-Za-z0-9.-]{5,127}$/),
    port: fc.integer({ min: 1, max: 65535 }),
    polling: fc.constantFrom('onLaunch' as const, 'interval' as const, 'disabled' as const),
    intervalHours: fc.integer({ min: 0, max: 99 }),
    intervalMinutes: fc.integer({ min: 5, max: 59 }),
    encryption: fc.boolean(),
  })
  checkCodec({ values, encode: encodeReportParameters, decode: decodeReportParameters, oneForm: false })
})

test('a script is cut into whole commands that fit, and none is left out', () => {
  const cut = fc.record({ receiveBuffer: fc.integer({ min: 255, max: 3000 }), enc: fc.boolean() })
  const wrapping = fc.record({ level: fc.constantFrom(...securityLevels), macLength: fc.constantFrom(8 as const, 16 as const) })
  fc.assert(
    fc.property(cut, wrapping, fc.array(fc.integer({ min: 4, max: 261 }), { minLength: 1, maxLength: 40 }), (one, channel, lengths) => {
      const size = fillingBlockSize(one, channel)
      expect(size).toBeGreaterThan(0)
      expect(size).toBeLessThanOrEqual(maxPlainDataLength(channel.level, channel.macLength))
      expect(wrappedLength(size, false, channel)).toBeLessThanOrEqual(largestCommand(one))
      const commands = lengths.map((length) => new Uint8Array(Math.min(length, largestCommand(one))))
      const room = bodyRoom(one, 8) - 10
      let chunks = 0
      for (let at = 0; at < commands.length; chunks++) {
        const end = chunkEnd(commands, at, room)
        const taken = commands.slice(at, end).reduce((sum, { length }) => sum + 2 + length, 0)
        expect(end).toBeGreaterThan(at)
        expect(taken).toBeLessThanOrEqual(room)
        const next = commands[end]
        if (next) expect(taken + 2 + next.length).toBeGreaterThan(room)
        at = end
      }
      expect(chunks).toBeLessThanOrEqual(commands.length)
    }),
    { numRuns: 60 },
  )
})
