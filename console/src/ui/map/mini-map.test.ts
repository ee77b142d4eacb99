import { expect, test } from 'vitest'
import type { Land } from './land.ts'
import { landPath, miniSize, pixelsOf } from './mini-map.ts'

const land = (...rings: number[][][]): Land => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
})
const place = { longitude: 10, latitude: 0 }

test('land around a place is drawn around the middle, and far points lie on a frame outside the picture', () => {
  const near = [
    [9.5, 0.5],
    [10.5, 0.5],
    [10.5, -0.5],
    [9.5, -0.5],
    [9.5, 0.5],
  ]
  expect(landPath(land(near), place)).toBe('M93.3 28.3L186.7 28.3L186.7 121.7L93.3 121.7L93.3 28.3Z')
  const continent = [
    [10, 80],
    [170, 80],
    [170, -80],
    [10, -80],
    [10, 80],
  ]
  const { width, height } = miniSize
  expect(landPath(land(continent), place)).toBe(
    `M140.0 ${-height}.0L${2 * width}.0 ${-height}.0L${2 * width}.0 ${2 * height}.0L140.0 ${2 * height}.0L140.0 ${-height}.0Z`,
  )
})

test('land out of sight is left out', () => {
  const far = Array.from({ length: 100 }, (_, at) => [100 + at / 10, 50 + Math.sin(at)])
  expect(landPath(land(far), place)).toBe('')
})

test('a distance has its size on the picture, and is never too small to see', () => {
  expect(pixelsOf(111_320)).toBeCloseTo(miniSize.width / 3)
  expect(pixelsOf(10)).toBe(8)
})
