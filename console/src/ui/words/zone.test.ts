import { afterEach, expect, test } from 'vitest'
import { dayOf, formatClock, formatDay, formatMoment, formatNotified, formatUtc, momentsOfDay, timezoneOffsetMinutes } from './clock.ts'
import { offsetMinutesIn, startOfDayIn, useZoneStore } from './zone.ts'

afterEach(() => useZoneStore.setState({ zone: null }))

const at = '2026-11-20T20:32:08.118Z'

test('every format uses the user’s time zone, and formatUtc always uses UTC', () => {
  useZoneStore.setState({ zone: 'Asia/Tokyo' })
  expect(formatMoment(at)).toBe('11-21-2026 05:32')
  expect(formatDay(at)).toBe('11-21-2026')
  expect(dayOf(at)).toBe('2026-11-21')
  expect(formatNotified(at)).toBe('2026-11-21 05:32:08')
  expect(formatClock(at, true)).toBe('05:32:08.118')
  expect(timezoneOffsetMinutes()).toBe(-540)
  useZoneStore.setState({ zone: 'America/St_Johns' })
  expect(formatMoment(at)).toBe('11-20-2026 17:02')
  expect(formatUtc(at)).toBe('11-20-2026 20:32:08 UTC')
  useZoneStore.setState({ zone: 'UTC' })
  expect(formatMoment('2026-11-20T00:00:00Z')).toBe('11-20-2026 00:00')
  expect(timezoneOffsetMinutes()).toBe(0)
})

test('a day lasts from midnight to midnight of the time zone, even on a daylight saving change', () => {
  useZoneStore.setState({ zone: 'Asia/Tokyo' })
  expect(momentsOfDay('2026-11-21')).toEqual({ first: '2026-11-20T15:00:00.000Z', last: '2026-11-21T14:59:59.999Z' })
  useZoneStore.setState({ zone: 'America/New_York' })
  expect(momentsOfDay('2026-03-08')).toEqual({ first: '2026-03-08T05:00:00.000Z', last: '2026-03-09T03:59:59.999Z' })
  expect(momentsOfDay('2026-11-01')).toEqual({ first: '2026-11-01T04:00:00.000Z', last: '2026-11-02T04:59:59.999Z' })
})

test('a day that begins with a clock gap starts after the gap', () => {
  const first = startOfDayIn('America/Santiago', '2026-09-06')
  expect(new Date(first).toISOString()).toBe('2026-09-06T04:00:00.000Z')
})

test('half-hour offsets and moments before 1970 are supported', () => {
  expect(offsetMinutesIn('Asia/Kolkata', Date.parse(at))).toBe(330)
  expect(offsetMinutesIn('UTC', -1)).toBe(0)
})
