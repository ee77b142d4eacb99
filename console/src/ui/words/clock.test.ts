import { expect, test } from 'vitest'
import { formatClock, formatMoment, formatNotified, formatRelative, formatUtc } from './clock.ts'

const local = new Date(2026, 10, 20, 14, 32, 8, 118)
const nowMs = local.getTime()
const minute = 60_000
const hour = 60 * minute

test('dates and times have the format of the specification', () => {
  expect(formatMoment(nowMs)).toBe('11-20-2026 14:32')
  expect(formatMoment(local.toISOString())).toBe('11-20-2026 14:32')
  expect(formatNotified(nowMs)).toBe('2026-11-20 14:32:08')
  expect(formatClock(nowMs)).toBe('14:32:08')
  expect(formatClock(nowMs, true)).toBe('14:32:08.118')
  expect(formatUtc('2026-11-20T05:32:08.118Z')).toBe('11-20-2026 05:32:08 UTC')
})

test.each([
  [0, 'たった今', 'just now'],
  [59_999, 'たった今', 'just now'],
  [minute, '1分前', '1 min ago'],
  [59 * minute, '59分前', '59 min ago'],
  [hour, '1時間前', '1 h ago'],
  [23 * hour, '23時間前', '23 h ago'],
  [24 * hour, '1日前', '1 day ago'],
  [72 * hour, '3日前', '3 days ago'],
  [-30_000, 'たった今', 'just now'],
  [-12 * hour, '12時間後', 'in 12 h'],
  [-48 * hour, '2日後', 'in 2 days'],
])('%i ms ago is written as %s and %s', (agoMs, ja, en) => {
  expect(formatRelative(nowMs - agoMs, nowMs, 'ja')).toBe(ja)
  expect(formatRelative(nowMs - agoMs, nowMs, 'en')).toBe(en)
})
