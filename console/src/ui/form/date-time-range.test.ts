import { afterEach, beforeEach, expect, test } from 'vitest'
import { fieldOfMoment, momentOfField, rangeFault, tomorrowMin } from './date-time-range.ts'
import { useZoneStore } from '../words/zone.ts'

/** 2026-11-21 08:30 in Tokyo, still the 20th in UTC. */
const nowMs = Date.parse('2026-11-20T23:30:00Z')
const range = (start: string, end: string, fromTomorrow = false) => rangeFault({ start, end }, { fromTomorrow, nowMs })

beforeEach(() => useZoneStore.setState({ zone: 'Asia/Tokyo' }))
afterEach(() => useZoneStore.setState({ zone: null }))

test('a range needs both its start and its end, or neither', () => {
  expect(range('', '')).toBeNull()
  expect(range('2026-11-22T10:00', '')).toEqual({ field: 'end', why: 'endMissing' })
  expect(range('', '2026-11-22T10:00')).toEqual({ field: 'start', why: 'startMissing' })
})

test('the end must be later than the start', () => {
  expect(range('2026-11-22T10:00', '2026-11-22T10:01')).toBeNull()
  expect(range('2026-11-22T10:00', '2026-11-22T10:00')).toEqual({ field: 'end', why: 'order' })
  expect(range('2026-11-22T10:00', '2026-11-21T23:59')).toEqual({ field: 'end', why: 'order' })
})

test('fromTomorrow refuses times before tomorrow in the user’s time zone', () => {
  expect(tomorrowMin(nowMs)).toBe('2026-11-22T00:00')
  expect(range('2026-11-21T23:59', '2026-11-23T00:00', true)).toEqual({ field: 'start', why: 'early' })
  expect(range('2026-11-22T00:00', '2026-11-23T00:00', true)).toBeNull()
  expect(range('2020-01-01T00:00', '2020-01-02T00:00')).toBeNull()
})

test('a field value is a moment in the user’s time zone, even near a daylight saving change', () => {
  expect(momentOfField('2026-11-22T09:00')).toBe('2026-11-22T00:00:00.000Z')
  expect([fieldOfMoment('2026-11-22T00:00:59.999Z'), fieldOfMoment(null)]).toEqual(['2026-11-22T09:00', ''])
  useZoneStore.setState({ zone: 'Europe/Berlin' })
  expect(momentOfField('2026-03-29T01:30')).toBe('2026-03-29T00:30:00.000Z')
  expect(momentOfField('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z')
})
