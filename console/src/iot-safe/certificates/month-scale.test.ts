import { expect, test } from 'vitest'
import { monthScale } from './month-scale.ts'

const on = (day: string) => Date.parse(`${day}T00:00:00Z`)
const namesOf = (moments: readonly string[]) => monthScale(moments.map(on)).months.map((month) => new Date(month).toISOString().slice(0, 7))

test('a scale begins with the month of the first moment and names at most ten months', () => {
  expect(namesOf(['2026-11-20', '2027-01-05'])).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(namesOf(['2025-12-20', '2027-11-20']).join(' ')).toBe('2025-12 2026-03 2026-06 2026-09 2026-12 2027-03 2027-06 2027-09 2027-12')
  expect(namesOf(['2026-01-01', '2076-01-01']).length).toBeLessThanOrEqual(11)
})

test('all moments lie between the ends of the scale', () => {
  const moments = [on('2026-11-20'), on('2027-11-20')]
  const { placeOf, months } = monthScale(moments)
  expect([placeOf(months[0]!), placeOf(months.at(-1)!)]).toEqual([0, 1])
  for (const moment of moments) expect(placeOf(moment) > 0 && placeOf(moment) < 1).toBe(true)
})
