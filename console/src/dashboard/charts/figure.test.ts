import { expect, test } from 'vitest'
import { lastPoint, roundValues, scaleOf, shortNumber, tickStyle, ticksBetween } from './figure.ts'

const hourMs = 3_600_000

test('the axis of time has its ends, and two moments between them if there is room', () => {
  expect(ticksBetween(0, 24 * hourMs, true)).toEqual([0, 8 * hourMs, 16 * hourMs, 24 * hourMs])
  expect(ticksBetween(0, 24 * hourMs, false)).toEqual([0, 24 * hourMs])
  expect(ticksBetween(5, 24 * hourMs + 5, true)).toEqual([5, 8 * hourMs, 16 * hourMs, 24 * hourMs + 5])
  expect(ticksBetween(5, 5, true)).toEqual([5])
})

test('a tick shows the parts of its moment that the span needs', () => {
  const day = 24 * hourMs
  expect([0, day].map((at) => tickStyle(at, 0, day))).toEqual(['dayAndClock', 'clock'])
  expect(tickStyle(0, 0, 7 * day)).toBe('day')
  expect(tickStyle(0, 0, 400 * day)).toBe('date')
})

test('numbers of the axis are short', () => {
  expect([0, 0.5, 3480, 43_618, 999_999, 1_250_000].map(shortNumber)).toEqual(['0', '0.5', '3480', '43.62k', '1000k', '1.25M'])
})

test('the lines of a scale are at round values', () => {
  expect(roundValues([39_010, 44_490])).toEqual([40_000, 42_000, 44_000])
  expect(roundValues([0.25, 1.19])).toEqual([0.5, 1])
  expect(roundValues([3329, 3631])).toEqual([3400, 3600])
  expect(roundValues([0, 0.5])).toEqual([0, 0.2, 0.4])
})

test('the scale holds all values and the limit, and never falls below zero', () => {
  const points = [
    { at: 1, value: 100, expected: 140 },
    { at: 2, value: null },
    { at: 3, value: 0 },
  ]
  expect(scaleOf(points, null)).toEqual([0, 161])
  expect(scaleOf([{ at: 1, value: 0.2 }], 1)).toEqual([expect.closeTo(0.08), expect.closeTo(1.12)])
  expect(scaleOf([{ at: 1, value: 0 }], null)).toEqual([0, 0.5])
  expect(scaleOf([], null)).toEqual([0, 1])
  expect(lastPoint([...points, { at: 4, value: null }])?.at).toBe(3)
})
