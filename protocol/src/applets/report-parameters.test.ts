import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concat, fromHex, toHex } from '../bytes.ts'
import { encodeTlv } from '../tlv.ts'
import { pollerParameters } from './poller.ts'
import { reportIntervalMinutes } from './report-parameters.ts'
import type { ReportParameters } from './report-parameters.ts'
import { telemetryParameters } from './telemetry.ts'

const sample: ReportParameters = { ...pollerParameters.defaults, fqdn: 'ota.example.jp' }
const refused = expect.objectContaining({ code: 'parameters' })

test('the defaults are port 80, every 5 minutes, encrypted', () => {
  expect(toHex(pollerParameters.encode(sample))).toBe('800e6f74612e6578616d706c652e6a708102005082010183020005840101')
})

test('an interval of 2 h 30 min has polling type 2 and is read back', () => {
  const value = telemetryParameters.encode({ ...sample, intervalHours: 2, intervalMinutes: 30 })
  expect(toHex(value)).toContain('8201028302021e')
  expect(reportIntervalMinutes(telemetryParameters.decode(value))).toBe(150)
})

test('everything a form allows survives a round trip', () => {
  const parameters = fc.record({
    fqdn: fc.stringMatching(/^[A-Za-z0-9.-]{5,127}$/),
    port: fc.integer({ min: 1, max: 65535 }),
    polling: fc.constantFrom('onLaunch' as const, 'interval' as const, 'disabled' as const),
    intervalHours: fc.integer({ min: 0, max: 99 }),
    intervalMinutes: fc.integer({ min: 5, max: 59 }),
    encryption: fc.boolean(),
  })
  fc.assert(
    fc.property(parameters, (one) => {
      expect(pollerParameters.decode(pollerParameters.encode(one))).toEqual(one)
    }),
  )
})

test.each([
  ['a short FQDN', { fqdn: 'a.jp' }],
  ['a long FQDN', { fqdn: 'a'.repeat(128) }],
  ['a FQDN with an underscore', { fqdn: 'ota_1.example' }],
  ['port 0', { port: 0 }],
  ['port 65536', { port: 65536 }],
  ['100 hours', { intervalHours: 100 }],
  ['60 minutes', { intervalMinutes: 60 }],
  ['half a minute', { intervalMinutes: 5.5 }],
  ['less than 5 minutes', { intervalMinutes: 4 }],
])('parameters with %s are not encoded', (_, change) => {
  expect(() => pollerParameters.encode({ ...sample, ...change })).toThrowError(refused)
})

test('an interval under 5 minutes is allowed while polling is off', () => {
  const off = { ...sample, polling: 'disabled', intervalMinutes: 0 } as const
  expect(pollerParameters.decode(pollerParameters.encode(off))).toEqual(off)
  expect(reportIntervalMinutes(off)).toBeNull()
})

test('unknown tags are ignored', () => {
  expect(pollerParameters.decode(concat(encodeTlv(0x9f01, fromHex('aabb')), pollerParameters.encode(sample)))).toEqual(sample)
})

// `npm run -s fuzz -- tlv` found this: the host name has more octets than a function accepts as arguments.
test('a host name of 200,000 letters is refused', () => {
  const value = concat(encodeTlv(0x80, new Uint8Array(200_000).fill(0x61)), pollerParameters.encode(sample).subarray(16))
  expect(() => pollerParameters.decode(value)).toThrowError(refused)
})

test.each([
  ['nothing', ''],
  ['no TLV', '8005'],
  ['a polling type 4', '80056f74612e6a8102005082010483020005840101'],
  ['minutes with an hour', '80056f74612e6a8102005082010183020105840101'],
  ['an encryption flag 2', '80056f74612e6a8102005082010183020005840102'],
])('octets with %s are refused', (_, hex) => {
  expect(() => pollerParameters.decode(fromHex(hex))).toThrowError(refused)
})
