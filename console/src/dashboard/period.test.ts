import { expect, test } from 'vitest'
import { periodIn, queryOfPeriod } from './period.ts'

test('the address decides on the period, and a wrong one is ignored', () => {
  expect(periodIn({})).toEqual({ back: '24h' })
  expect(periodIn({ period: '13mo' })).toEqual({ back: '13mo' })
  expect(periodIn({ period: '100y' })).toEqual({ back: '24h' })
  const [start, end] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z']
  expect(periodIn({ period_start: start, period_end: end, period: '7d' })).toEqual({ start, end })
  expect(periodIn({ period_start: end, period_end: start, period: '7d' })).toEqual({ back: '7d' })
  expect(periodIn({ period_start: 'yesterday', period_end: end })).toEqual({ back: '24h' })
  expect(periodIn({ period_start: start })).toEqual({ back: '24h' })
})

test('a call gets either a period or two times', () => {
  expect(queryOfPeriod({ back: '7d' })).toEqual({ period: '7d' })
  expect(queryOfPeriod({ start: 'a', end: 'b' })).toEqual({ period_start: 'a', period_end: 'b' })
})
