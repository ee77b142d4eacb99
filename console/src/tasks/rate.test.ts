import { expect, test } from 'vitest'
import { addSample, ratePerSecond, roundedDuration, roundedRate } from './rate.ts'
import type { Sample } from './rate.ts'

const after = (...samples: Sample[]): readonly Sample[] => samples.reduce<readonly Sample[]>(addSample, [])

test('the rate covers the last twenty seconds, or more if no sample arrived within them', () => {
  expect(ratePerSecond(after({ at: 0, done: 0 }))).toBe(null)
  expect(ratePerSecond(after({ at: 0, done: 0 }, { at: 2000, done: 0 }))).toBe(null)
  expect(ratePerSecond(after({ at: 0, done: 0 }, { at: 2000, done: 500 }))).toBe(250)
  const slowThenFast = [
    { at: 0, done: 0 },
    { at: 30_000, done: 30 },
    { at: 40_000, done: 1030 },
    { at: 50_000, done: 2030 },
  ]
  expect(ratePerSecond(after(...slowThenFast))).toBe(100)
  expect(ratePerSecond(after({ at: 0, done: 0 }, { at: 60_000, done: 600 }))).toBe(10)
})

test('a restarted task is measured from its restart', () => {
  expect(ratePerSecond(after({ at: 0, done: 0 }, { at: 1000, done: 900 }, { at: 2000, done: 0 }, { at: 4000, done: 20 }))).toBe(10)
})

test('rates and remaining times are rounded for display', () => {
  expect([0.04, 8.44, 123.4, 13_482].map(roundedRate)).toEqual([0.1, 8.4, 120, 13_000])
  expect([0, 7, 55, 56, 119, 3541, 3600, 7300].map(roundedDuration)).toEqual([
    { seconds: 5 },
    { seconds: 10 },
    { seconds: 55 },
    { minutes: 1 },
    { minutes: 2 },
    { hours: 1, minutes: 0 },
    { hours: 1, minutes: 0 },
    { hours: 2, minutes: 2 },
  ])
})
