import type { DashboardPoint } from '@simdeck/contract/dashboard.ts'
import { expect, test } from 'vitest'
import { pointsOf } from './series.ts'

const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
const point = (n: number, online: number): DashboardPoint => ({
  at: minute(n),
  sims: 10,
  online,
  expected: 9,
  late: 0,
  silent: 0,
  pollsPerMinute: null,
  delayP95Ms: null,
})

test('a time without figures is a gap in the line', () => {
  const series = { from: minute(0), until: minute(5), stepSeconds: 60, points: [point(0, 7), point(1, 8), point(4, 6)] }
  const online = pointsOf(series, (figures) => figures.online)
  expect(online.map(({ at, value }) => [new Date(at).getUTCMinutes(), value])).toEqual([
    [0, 7],
    [1, 8],
    [3, null],
    [4, 6],
  ])
  expect(online.every((figure) => !('expected' in figure))).toBe(true)
})

test('expected values are told beside the measured ones', () => {
  const series = { from: minute(0), until: minute(5), stepSeconds: 60, points: [point(0, 7), point(3, 8)] }
  const points = pointsOf(
    series,
    ({ online }) => online,
    ({ expected }) => expected,
  )
  expect(points.map(({ expected }) => expected)).toEqual([9, null, 9])
})
