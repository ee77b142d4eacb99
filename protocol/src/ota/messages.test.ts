import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex } from '../bytes.ts'
import { openFrame, parseFrame, sealFrame, wholeFrameLength } from './frame.ts'
import { sessionKeys } from './keys.ts'
import { isMessageCode } from './message-codes.ts'
import { commandDataBody, loadCommandBody, pollBody, telemetryTlvs } from './messages.ts'

const octets = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength })
test('the telemetry of the example is read, signed values and unknown tags included', () => {
  const { tlvs } = pollBody.decode(
    fromHex('010000ff10f00000000100000000000000000000010001084a09512430325781020b44f0010012340001a2b3010301080404ffa1fff509021234'),
  )
  const telemetry = {
    imei: '490154203237518',
    location: { mcc: '440', mnc: '10', area: 0x1234, cell: 0x01a2b301 },
    accessTechnology: 0x08,
    signal: { rsrpDbm: -95, rsrqDb: -11 },
  }
  expect(telemetryTlvs.decode(tlvs)).toEqual(telemetry)
  expect(telemetryTlvs.encode({ ...telemetry, freeMemory: 70_000 }).at(-1)).toEqual({ tag: 5, value: fromHex('00011170') })
})

test('an IMEI without digits is left out, the rest is read', () => {
  const tlvs = [
    { tag: 1, value: fromHex('ffffffffffffffff') },
    { tag: 3, value: fromHex('0a') },
  ]
  expect(telemetryTlvs.decode(tlvs)).toEqual({ accessTechnology: 0x0a })
})

test.each(['', '010000fe05f00000000100', '010000ff04f000000000', '010000ff05f00000000103', '010000ff05f00000000100010100'])(
  'a POLL body of %j is refused',
  (hex) => {
    expect(() => pollBody.decode(fromHex(hex))).toThrow(expect.objectContaining({ code: 'message' }))
  },
)

test('a chunk without commands is read as such', () => {
  expect(loadCommandBody.decode(fromHex('0003'))).toEqual({ index: 3, commands: [] })
})

test.each([
  ['longer than the rest', '0003000480e8'],
  ['shorter than a header', '0003000380e800'],
  ['cut off', '000300'],
])('a command length that is %s throws the error `lengths`', (_, hex) => {
  expect(() => loadCommandBody.decode(fromHex(hex))).toThrow(expect.objectContaining({ code: 'lengths' }))
  expect(() => commandDataBody.decode(fromHex(`a0a1a2a3a4a5a6a7${hex}`))).toThrow(expect.objectContaining({ code: 'lengths' }))
})

test('a chunk without its index is no message', () => {
  expect(() => loadCommandBody.decode(fromHex('00'))).toThrow(expect.objectContaining({ code: 'message' }))
})

const keys = sessionKeys(
  { capAuthKey: new Uint8Array(16), encryptKey: new Uint8Array(32).fill(1) },
  { cardNonce: new Uint8Array(8), serverNonce: new Uint8Array(8), pollCounter: 7 },
)
const header = { from: 'card', enc: true, code: 6, sessionId: 0x01020304, sequence: 9 } as const

test('every body is decoded as it was encoded, with and without ENC; every flipped bit is refused', () => {
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

test('random octets never form a valid frame', () => {
  fc.assert(
    fc.property(octets(0, 100), fc.boolean(), (bytes, shaped) => {
      if (shaped && bytes.length >= 18) bytes.set([0, bytes.length - 2, 0x14, 6])
      const parsed = parseFrame(bytes, 'card')
      expect(parsed.ok && openFrame(parsed.value, keys, parsed.value.enc).ok).toBe(false)
    }),
  )
})

test('an impossible length field is refused as early as possible', () => {
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

test('there are seven message codes', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter(isMessageCode)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
