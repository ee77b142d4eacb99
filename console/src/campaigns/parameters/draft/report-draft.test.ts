import { decodeReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'
import { expect, test } from 'vitest'
import { checkReport, newReportDraft } from './report-draft.ts'
import type { ReportDraft } from './report-draft.ts'

const good: ReportDraft = { ...newReportDraft, fqdn: 'poll.example.jp' }
const problems = (change: Partial<ReportDraft>) => {
  const check = checkReport({ ...good, ...change })
  return check.ok ? {} : check.problems
}

test('the defaults of the specification are encoded as the applet decodes them', () => {
  const check = checkReport(good)
  expect(check.ok && decodeReportParameters(check.field.subarray(2))).toEqual({
    fqdn: 'poll.example.jp',
    port: 80,
    polling: 'interval',
    intervalHours: 0,
    intervalMinutes: 5,
    encryption: true,
  })
})

test('an FQDN has 5 to 45 letters, digits, dots and hyphens', () => {
  expect(problems({ fqdn: '' })).toEqual({ fqdn: 'fqdnRequired' })
  expect(problems({ fqdn: 'a_b.jp' })).toEqual({ fqdn: 'fqdnCharacters' })
  expect(problems({ fqdn: 'a.jp' })).toEqual({ fqdn: 'fqdnEncoded' })
  expect(problems({ fqdn: 'a'.repeat(46) })).toEqual({ fqdn: 'fqdnLength' })
  expect(problems({ fqdn: 'a'.repeat(45) })).toEqual({})
  expect(problems({ fqdn: 'ab.jp' })).toEqual({})
})

test('port, hours and minutes are integers within their limits', () => {
  expect(problems({ port: '0', hours: '100', minutes: '60' })).toEqual({ port: 'port', hours: 'hours', minutes: 'minutes' })
  expect(problems({ port: '65536' })).toEqual({ port: 'port' })
  expect(problems({ port: '', hours: '', minutes: '1.5' })).toEqual({ port: 'port', hours: 'hours', minutes: 'minutes' })
  expect(problems({ port: '65535', hours: '99', minutes: '59' })).toEqual({})
})

test('the interval must be at least five minutes while polling is on, and may be any while polling is off', () => {
  expect(problems({ minutes: '4' })).toEqual({ minutes: 'interval' })
  expect(problems({ hours: '1', minutes: '0' })).toEqual({})
  expect(problems({ polling: 'disabled', minutes: '0' })).toEqual({})
})
