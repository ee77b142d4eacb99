import { expect, test } from 'vitest'
import { nearestTo, partsOf, pointsOf, scaleOf } from './signal-line.ts'

const minuteMs = 60_000
const at = (minutes: number, rsrp = -90) => ({ at: minutes * minuteMs, rsrp })

test('samples without RSRP are no points', () => {
  const samples = [
    { at: '2026-11-20T00:00:00Z', rsrp: -90, rsrq: null },
    { at: '2026-11-20T01:00:00Z', rsrp: null, rsrq: -9 },
  ]
  expect(pointsOf({ from: '', until: '', samples })).toEqual([{ at: Date.parse('2026-11-20T00:00:00Z'), rsrp: -90 }])
})

test('an even signal is not blown up, and the limits of classes within the scale are shown', () => {
  expect(scaleOf([at(0, -87)])).toEqual({ least: -99, most: -75, limits: [-90] })
  expect(scaleOf([at(0, -85), at(1, -115)])).toEqual({ least: -119, most: -81, limits: [-90, -100] })
  expect(scaleOf([at(0, -40), at(1, -130)]).limits).toEqual([-44, -90, -100, -120])
})

test('the line is broken where the SIM was silent for three times its usual gap', () => {
  const parts = partsOf([at(0), at(15), at(30), at(75), at(90), at(136), at(151)])
  expect(parts.map((part) => part.length)).toEqual([5, 2])
  expect(partsOf([])).toEqual([])
  expect(partsOf([at(3)])).toEqual([[at(3)]])
})

test('the nearest point to a time is found', () => {
  const points = [at(0), at(15), at(30)]
  expect(nearestTo(points, 21 * minuteMs)).toBe(points[1])
  expect(nearestTo(points, 999 * minuteMs)).toBe(points[2])
  expect(nearestTo([], 0)).toBe(null)
})
