import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { parseFrame, openFrame, sealFrame, wholeFrameLength } from './frame.ts'
import { sessionKeys } from './keys.ts'
import { isMessageCode } from './message-codes.ts'
import {
  decodeCloseSession,
  decodeCommandData,
  decodeLoadCommand,
  decodePoll,
  decodeRes,
  decodeScpInit,
  decodeTelemetry,
  encodeCloseSession,
  encodeCommandData,
  encodeLoadCommand,
  encodePoll,
  encodeRes,
  encodeScpInit,
  encodeTelemetry,
} from './messages.ts'

const octets = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength })
const u16 = fc.integer({ min: 0, max: 0xffff })
const aid = octets(5, 16)
const commands = fc.array(octets(4, 261), { minLength: 1, maxLength: 4 })
const resume = fc.oneof(
  fc.constant({ state: 0 } as const),
  fc.record({ state: fc.constantFrom(1, 2), scriptId: octets(8), next: u16, lastSw: u16 }) as fc.Arbitrary<{
    state: 1 | 2
    scriptId: Uint8Array
    next: number
    lastSw: number
  }>,
)
const poll = fc.record({
  pollerVersion: u16,
  receiveBuffer: fc.integer({ min: 255, max: 0xffff }),
  instanceAid: aid,
  resume,
  tlvs: fc.array(fc.record({ tag: fc.integer({ min: 6, max: 255 }), value: octets(0, 20) }), { maxLength: 3 }),
})

test('every message comes back as it went', () => {
  fc.assert(
    fc.property(poll, (one) => {
      expect(decodePoll(encodePoll(one))).toEqual(one)
    }),
  )
  fc.assert(
    fc.property(octets(8), u16, commands, (scriptId, index, list) => {
      expect(decodeCommandData(encodeCommandData(scriptId, index, list))).toEqual({ scriptId, index, commands: list })
      expect(decodeLoadCommand(encodeLoadCommand(index, list))).toEqual({ index, commands: list })
    }),
  )
  const results = fc.array(fc.record({ sw: u16, data: octets(0, 300) }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.record({ status: u16, next: u16, results }), (one) => {
      expect(decodeRes(encodeRes(one))).toEqual(one)
    }),
  )
  const close = fc.record({ code: u16, detail: fc.integer({ min: 0, max: 0xffffffff }), waitSeconds: u16 })
  fc.assert(
    fc.property(close, (one) => {
      expect(decodeCloseSession(encodeCloseSession(one))).toEqual(one)
    }),
  )
  const init = fc.record({ securityDomainAid: aid, initializeUpdate: octets(5, 22) })
  fc.assert(
    fc.property(init, (one) => {
      expect(decodeScpInit(encodeScpInit(one))).toEqual(one)
    }),
  )
})

test('telemetry is that of the example, signed values and unknown tags included', () => {
  const { tlvs } = decodePoll(
    fromHex('010000ff10f00000000100000000000000000000010001084a09512430325781020b44f0010012340001a2b3010301080404ffa1fff509021234'),
  )
  const telemetry = {
    imei: '490154203237518',
    location: { mcc: '440', mnc: '10', area: 0x1234, cell: 0x01a2b301 },
    accessTechnology: 0x08,
    signal: { rsrpDbm: -95, rsrqDb: -11 },
  }
  expect(decodeTelemetry(tlvs)).toEqual(telemetry)
  expect(encodeTelemetry({ ...telemetry, freeMemory: 70_000 }).at(-1)).toEqual({ tag: 5, value: fromHex('00011170') })
})

test('an IMEI without digits is left out, the rest is read', () => {
  const tlvs = [
    { tag: 1, value: fromHex('ffffffffffffffff') },
    { tag: 3, value: fromHex('0a') },
  ]
  expect(decodeTelemetry(tlvs)).toEqual({ accessTechnology: 0x0a })
})

test('no octets make a decoder do worse than a ProtocolError', () => {
  const decoders = [decodePoll, decodeCommandData, decodeLoadCommand, decodeScpInit, decodeRes, decodeCloseSession]
  fc.assert(
    fc.property(octets(0, 80), (body) => {
      for (const decode of decoders) {
        try {
          decode(body)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }
    }),
  )
})

test.each(['', '010000fe05f00000000100', '010000ff04f000000000', '010000ff05f00000000103', '010000ff05f00000000100010100'])(
  'a POLL body of %j is not to be decoded',
  (hex) => {
    expect(() => decodePoll(fromHex(hex))).toThrow(expect.objectContaining({ code: 'message' }))
  },
)

test('broken command lengths and an empty chunk are told apart', () => {
  expect(decodeLoadCommand(fromHex('0003')).commands).toEqual([])
  expect(decodeLoadCommand(fromHex('0003000480e8'))).toEqual({ index: 3, commands: null })
  expect(decodeLoadCommand(fromHex('0003000380e800')).commands).toBeNull()
  expect(() => decodeLoadCommand(fromHex('00'))).toThrow(ProtocolError)
})

const keys = sessionKeys(
  { capAuthKey: new Uint8Array(16), encryptKey: new Uint8Array(32).fill(1) },
  { cardNonce: new Uint8Array(8), serverNonce: new Uint8Array(8), pollCounter: 7 },
)
const header = { from: 'card', enc: true, code: 6, sessionId: 0x01020304, sequence: 9 } as const

test('every body comes back, with and without ENC; every flipped bit is refused', () => {
  fc.assert(
    fc.property(octets(0, 200), fc.boolean(), fc.nat(), (body, enc, at) => {
      const frame = sealFrame({ ...header, enc }, new Uint8Array(), body, keys)
      const parsed = parseFrame(frame, 'card')
      expect(parsed.ok && openFrame(parsed.value, keys, enc)).toEqual({ ok: true, value: body })
      const flipped = Uint8Array.from(frame)
      flipped[(at >> 3) % frame.length]! ^= 1 << (at & 7)
      const reparsed = parseFrame(flipped, 'card')
      expect(reparsed.ok && openFrame(reparsed.value, keys, enc).ok).toBe(false)
    }),
  )
})

test('no octets make a frame that opens', () => {
  fc.assert(
    fc.property(octets(0, 100), fc.boolean(), (bytes, shaped) => {
      if (shaped && bytes.length >= 18) bytes.set([0, bytes.length - 2, 0x14, 6])
      const parsed = parseFrame(bytes, 'card')
      expect(parsed.ok && openFrame(parsed.value, keys, parsed.value.enc).ok).toBe(false)
    }),
  )
})

test('a length field that no frame has is refused as soon as it is seen', () => {
  expect(wholeFrameLength(fromHex(''))).toBeNull()
  expect(wholeFrameLength(fromHex('05'))).toBeNull()
  expect(wholeFrameLength(fromHex('1603'))).toBe('refused')
  expect(wholeFrameLength(fromHex('05db'))).toBe('refused')
  expect(wholeFrameLength(fromHex('05da'))).toBe(1500)
  expect(wholeFrameLength(fromHex('000f'))).toBe('refused')
})

test('a wrong padding under a right MAC is refused', () => {
  const frame = sealFrame(header, new Uint8Array(), new Uint8Array(16), keys)
  const parsed = parseFrame(frame, 'card')
  if (!parsed.ok) throw new Error(parsed.reason)
  const other = { ...keys, enc: new Uint8Array(32) }
  expect(openFrame(parsed.value, other, true)).toEqual({ ok: false, reason: 'padding' })
})

test('seven codes are known', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter(isMessageCode)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
