import { areaOf } from '@simdeck/contract/map-area.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryOfView } from './clusters.ts'

const widthOf = (zoom: number) => 1400 * (360 / (512 * 2 ** zoom))

test('the query of a view includes the view, and is the same for a view some pixels beside it', () => {
  const place = fc.record({ west: fc.double({ min: -170, max: 150, noNaN: true }), south: fc.double({ min: -70, max: 60, noNaN: true }) })
  fc.assert(
    fc.property(place, fc.double({ min: 3, max: 16, noNaN: true }), ({ west, south }, zoom) => {
      const bounds: [number, number, number, number] = [west, south, west + widthOf(zoom), Math.min(84, south + widthOf(zoom) / 2)]
      const { view, zoom: level } = queryOfView({ bounds, zoom })
      const area = areaOf(view)!
      expect(level).toBe(Math.floor(zoom))
      expect(area.west).toBeLessThanOrEqual(west + 1e-6)
      expect(area.south).toBeLessThanOrEqual(south + 1e-6)
      expect(area.east).toBeGreaterThanOrEqual(Math.min(180, bounds[2]) - 1e-6)
      expect(area.north).toBeGreaterThanOrEqual(bounds[3] - 1e-6)
      // Less than one block of 256 pixels on each side.
      expect(area.east - area.west).toBeLessThan(widthOf(zoom) + (2 * 256 * 360) / (512 * 2 ** level) + 1e-5)
    }),
  )
  const views = [0, 3, 6, 9].map((pixels) => {
    const west = 139.01 + (pixels * 360) / (512 * 2 ** 8)
    return queryOfView({ bounds: [west, 35.01, west + 2, 36.01], zoom: 8.4 }).view
  })
  expect(new Set(views).size).toBe(1)
})
