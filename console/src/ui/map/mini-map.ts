import type { Land } from './land.ts'

/** The size of the picture in its own units. */
export const miniSize = { width: 280, height: 150 } as const
/** The width of the picture in degrees of latitude, wide enough to show a coast of Japan from any place in it. */
const degreesWide = 3
const metresOfDegree = 111_320
const leastPixels = 8

const narrowing = (latitude: number): number => Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
const clamp = (value: number, most: number): number => Math.max(-most, Math.min(2 * most, value))

/** A distance on the ground in units of the picture; at least as much as can be seen. */
export function pixelsOf(metres: number): number {
  return Math.max(leastPixels, ((metres / metresOfDegree) * miniSize.width) / degreesWide)
}

/** The land around a place as the path of an SVG picture. Points far outside the picture are moved to a frame around it, so that few are left. */
export function landPath(land: Land, { longitude, latitude }: { longitude: number; latitude: number }): string {
  const { width, height } = miniSize
  const unit = width / degreesWide
  const pointOf = ([x = 0, y = 0]: readonly number[]): string => {
    const right = width / 2 + (x - longitude) * unit * narrowing(latitude)
    const down = height / 2 - (y - latitude) * unit
    return `${clamp(right, width).toFixed(1)} ${clamp(down, height).toFixed(1)}`
  }
  return land.geometry.coordinates
    .flat()
    .map((ring) => ring.map(pointOf).filter((point, at, all) => point !== all[at - 1]))
    .filter((ring) => ring.length > 2)
    .map((ring) => `M${ring.join('L')}Z`)
    .join('')
}
