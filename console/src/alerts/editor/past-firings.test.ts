import { expect, test } from 'vitest'
import { pastFirings } from './past-firings.ts'

const minute = 60_000
const start = Date.parse('2026-11-13T00:00:00Z')
const values = (...numbers: number[]) => numbers.map((value, at) => ({ at: new Date(start + at * 10 * minute).toISOString(), value }))
const condition = { comparison: 'over', threshold: 50, holdMinutes: 10, recoversAt: 40, recoverMinutes: 0 } as const
const inMinutes = (firings: ReturnType<typeof pastFirings>) =>
  firings.map(({ from, to, peak }) => [(from - start) / minute, to === null ? null : (to - start) / minute, peak])

test('a condition has the firings that its times allow, with their furthest values', () => {
  expect(inMinutes(pastFirings(condition, values(10, 60, 10, 60, 71, 45, 40, 60, 214, 90)))).toEqual([
    [40, 60, 71],
    [80, null, 214],
  ])
  expect(inMinutes(pastFirings({ ...condition, comparison: 'under', recoversAt: null, holdMinutes: 0 }, values(60, 30, 20, 60)))).toEqual([
    [10, 30, 20],
  ])
  expect(pastFirings(condition, [])).toEqual([])
})
