import { type MapArea, textOfArea } from '@simdeck/contract/map-area.ts'
import { maxMapZoom, type SimCluster } from '@simdeck/contract/sim-map.ts'

/**
 * The squares of a map, by their ascending edges in degrees. A square includes its western and its southern edge. The squares are the same
 * for every view of a zoom, so that clusters stay as they are when the map is moved.
 */
export type MapGrid = {
  longitudes: number[]
  latitudes: number[]
  /** The zoom of these squares. */
  zoom: number
  /** The numbers of the first column, counted from the west end of the world, and of the first row, counted from its south end. */
  column: number
  row: number
}

/** The SIMs in a square. The sums are of degrees. */
export type SquareCount = {
  column: number
  row: number
  sims: number
  on: number
  measured: number
  weak: number
  longitudes: number
  latitudes: number
}
export type MapCount = { squares: SquareCount[]; total: number; located: number; extent: MapArea | null }

/** At zoom 0 the world has 512 pixels, and a square 64. */
const squaresAtZoom0 = 8
const maxSquares = 48
/** The northern and southern end of Mercator's map. */
const maxLatitude = 85.051129

const byLatitude = (latitude: number): number => {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
const latitudeAt = (part: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * part))) * 180) / Math.PI
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const westEdge = (column: number, squares: number): number => rounded((column / squares) * 360 - 180)
const southEdge = (row: number, squares: number): number => rounded(latitudeAt((squares - row) / squares))

/** The squares of the largest zoom from one end of the world to the other. The columns and rows of a smaller zoom are halves of theirs. */
export const finestSquares = squaresAtZoom0 * 2 ** maxMapZoom
/** A place that is so near to the edge of its square, as a part of the square, may be beyond it, since edges are rounded. */
const nearEdge = 0.01

/** The column of the largest zoom, counted from the west; null for a place that is not on the map. */
export function finestColumn(longitude: number): number | null {
  const place = ((longitude + 180) / 360) * finestSquares
  // The last square includes the end of the world.
  return longitude <= 180 && place >= finestSquares - 1 ? finestSquares - 1 : squareAt(place, longitude, westEdge)
}

/** The row of the largest zoom, counted from the south; null for a place that is not on the map. */
export function finestRow(latitude: number): number | null {
  return squareAt((1 - byLatitude(latitude)) * finestSquares, latitude, southEdge)
}

function squareAt(place: number, degrees: number, edge: (square: number, squares: number) => number): number | null {
  let square = Math.floor(place)
  if (place - square < nearEdge && degrees < edge(square, finestSquares)) square--
  else if (square + 1 - place < nearEdge && degrees >= edge(square + 1, finestSquares)) square++
  return square < 0 || square >= finestSquares ? null : square
}

/** The degrees of a place in squares of the largest zoom, from the west and from the south. */
export const finestLongitude = (columns: number): number => rounded((columns / finestSquares) * 360 - 180)
export const finestLatitude = (rows: number): number => rounded(latitudeAt(1 - rows / finestSquares))

/** The squares of a view. A view with too many of them has larger ones. */
export function gridOf({ west, south, east, north }: MapArea, zoom: number): MapGrid {
  for (let shown = zoom; ; shown--) {
    const squares = squaresAtZoom0 * 2 ** shown
    const limited = (part: number): number => Math.max(0, Math.min(squares, part))
    const [left, right] = [limited(Math.floor(((west + 180) / 360) * squares)), limited(Math.ceil(((east + 180) / 360) * squares))]
    const [top, bottom] = [limited(Math.floor(byLatitude(north) * squares)), limited(Math.ceil(byLatitude(south) * squares))]
    if (shown > 0 && (right - left > maxSquares || bottom - top > maxSquares)) continue
    const row = squares - bottom
    const longitudes = Array.from({ length: right - left + 1 }, (_, at) => westEdge(left + at, squares))
    const latitudes = Array.from({ length: bottom - top + 1 }, (_, at) => southEdge(row + at, squares))
    // The last square includes the end of the world.
    if (right === squares) longitudes[longitudes.length - 1] = 181
    return { longitudes, latitudes, zoom: shown, column: left, row }
  }
}

/** The clusters of the squares with SIMs, the largest first. */
export function clustersOf(squares: readonly SquareCount[], { longitudes, latitudes }: MapGrid): SimCluster[] {
  return squares
    .map(({ column, row, longitudes: eastward, latitudes: northward, ...counts }) => ({
      longitude: rounded(eastward / counts.sims),
      latitude: rounded(northward / counts.sims),
      ...counts,
      area: textOfArea({
        west: longitudes[column]!,
        south: latitudes[row]!,
        // A filter includes both edges, and a square only one.
        east: Math.min(180, longitudes[column + 1]! - 1e-6),
        north: latitudes[row + 1]! - 1e-6,
      }),
    }))
    .toSorted((one, other) => other.sims - one.sims || one.longitude - other.longitude || one.latitude - other.latitude)
}
