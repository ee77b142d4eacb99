import { expect, test } from 'vitest'
import { yearScale } from './year-scale.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

test('a scale goes from the begin of the first year to the end of the last one', () => {
  const { years, placeOf } = yearScale([day('2026-11-27'), day('2026-03-01'), day('2028-06-30')])
  expect(years).toEqual([2026, 2027, 2028, 2029])
  expect([placeOf(day('2026-01-01')), placeOf(day('2029-01-01'))]).toEqual([0, 1])
  expect(placeOf(day('2027-07-02'))).toBeCloseTo(0.5, 2)
})

test('a long scale names every second, fifth or tenth year, up to one that ends it', () => {
  const { years, placeOf } = yearScale([day('2026-01-15'), day('2046-01-15')])
  expect(years).toEqual([2026, 2028, 2030, 2032, 2034, 2036, 2038, 2040, 2042, 2044, 2046, 2048])
  expect(placeOf(day('2048-01-01'))).toBe(1)
  expect(yearScale([day('2026-01-15'), day('2056-01-15')]).years).toEqual([2026, 2031, 2036, 2041, 2046, 2051, 2056, 2061])
})

test('a single moment has a scale of one year', () => {
  const { years, placeOf } = yearScale([day('2026-07-02')])
  expect(years).toEqual([2026, 2027])
  expect(placeOf(day('2026-07-02'))).toBeCloseTo(0.5, 2)
})
