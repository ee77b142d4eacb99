import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const at = (moment: string) => new Date(moment)
const end = (from: string, to: string, zone: string, moment: string) => quietUntil({ from, to, zone }, at(moment))?.toISOString() ?? null

test('quiet hours end at the next time of the clock in their zone, also after midnight', () => {
  const night = (moment: string) => end('22:00', '07:00', 'Asia/Tokyo', moment)
  expect(night('2026-11-20T12:59:59Z')).toBe(null)
  expect(night('2026-11-20T13:00:00Z')).toBe('2026-11-20T22:00:00.000Z')
  expect(night('2026-11-20T20:30:12Z')).toBe('2026-11-20T22:00:00.000Z')
  expect(night('2026-11-20T22:00:00Z')).toBe(null)
  expect(end('09:00', '18:00', 'Asia/Tokyo', '2026-11-20T03:00:00Z')).toBe('2026-11-20T09:00:00.000Z')
  expect(end('09:00', '18:00', 'Asia/Tokyo', '2026-11-20T12:00:00Z')).toBe(null)
  expect(quietUntil(null, at('2026-11-20T03:00:00Z'))).toBe(null)
})

test('the end is the time of the clock on the nights on which clocks change', () => {
  // Berlin: forward at 01:00Z on 29 March, back at 01:00Z on 25 October 2026.
  expect(end('22:00', '07:00', 'Europe/Berlin', '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(end('22:00', '07:00', 'Europe/Berlin', '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
})
