import fc from 'fast-check'
import { areaOf, textOfArea } from '@simdeck/contract/map-area.ts'
import { expect, test } from 'vitest'
import { gridOf } from './map-grid.ts'

const corner = fc.record({ longitude: fc.integer({ min: -180, max: 180 }), latitude: fc.integer({ min: -85, max: 85 }) })
const view = fc.tuple(corner, corner).map(([one, other]) => ({
  west: Math.min(one.longitude, other.longitude),
  east: Math.max(one.longitude, other.longitude),
  south: Math.min(one.latitude, other.latitude),
  north: Math.max(one.latitude, other.latitude),
}))

test('the squares of every view cover it, in at most 48 columns and rows with rising edges', () => {
  fc.assert(
    fc.property(view, fc.integer({ min: 0, max: 16 }), (asked, zoom) => {
      const { longitudes, latitudes } = gridOf(asked, zoom)
      for (const [edges, from, to] of [
        [longitudes, asked.west, asked.east],
        [latitudes, asked.south, asked.north],
      ] as const) {
        expect(edges.length).toBeLessThanOrEqual(49)
        expect(edges).toEqual([...new Set(edges)].toSorted((one, other) => one - other))
        expect(edges[0]).toBeLessThanOrEqual(from)
        expect(edges.at(-1)).toBeGreaterThanOrEqual(to)
      }
    }),
  )
})

test('a square is the same in every view of its zoom, and its area is a filter', () => {
  const tokyo = gridOf({ west: 139, south: 35, east: 140, north: 36 }, 6)
  const japan = gridOf({ west: 135, south: 34, east: 141, north: 38 }, 6)
  expect(japan.longitudes).toEqual(expect.arrayContaining(tokyo.longitudes))
  expect(japan.latitudes).toEqual(expect.arrayContaining(tokyo.latitudes))
  const area = { west: 139.123456, south: -35, east: 140, north: 36 }
  expect(areaOf(textOfArea(area))).toEqual(area)
  expect(areaOf('140,95,139,36')).toEqual({ west: 139, south: 36, east: 140, north: 90 })
  expect(areaOf('unknown')).toBeNull()
})
