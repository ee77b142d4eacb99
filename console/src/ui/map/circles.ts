/** A place, and the distance in metres within which something is. */
export interface Circle {
  longitude: number
  latitude: number
  metres: number
}

const corners = 64
const metresOfDegree = 111_320

/** Circles as polygons, which keep their size on the ground at every zoom. */
export function circlesOf(circles: readonly Circle[]) {
  const features = circles.map((circle) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'Polygon' as const, coordinates: [ringOf(circle)] },
  }))
  return { type: 'FeatureCollection' as const, features }
}

function ringOf({ longitude, latitude, metres }: Circle): number[][] {
  const height = metres / metresOfDegree
  const width = height / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return Array.from({ length: corners + 1 }, (_, at) => {
    const angle = (2 * Math.PI * (at % corners)) / corners
    return [longitude + width * Math.cos(angle), latitude + height * Math.sin(angle)]
  })
}

/** The part of the map with all circles, or null without one: west, south, east and north in degrees. */
export function boundsOf(circles: readonly Circle[]): [number, number, number, number] | null {
  if (circles.length === 0) return null
  const points = circles.flatMap(ringOf)
  const [x, y] = [points.map(([one = 0]) => one), points.map(([, one = 0]) => one)]
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]
}
