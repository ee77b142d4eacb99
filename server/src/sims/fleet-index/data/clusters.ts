import { maxMapZoom } from '@simdeck/contract/sim-map.ts'
import { finestLatitude, finestLongitude, type MapCount, type MapGrid, type SquareCount } from '../../sql/map-grid.ts'
import type { Bitmap } from './columns/bitmap.ts'
import type { Columns } from './fields.ts'
import { fine, kinds, levels, type Places, squareOfCell, unmeasured, weak } from './map-places.ts'
import { type Extent, middleZoom, withoutPosition } from './occupied-squares.ts'

/** Up to this zoom, the middle of the SIMs of a square of the middle zoom stands for the places of those that match. */
const coarseZoom = 8
/** A word of a bitmap with all bits set. */
const allBits = -1

/** `total` slots among those of `of` SIMs. */
type Matching = { bits: Bitmap; total: number; of: number }

/** Counts the slots of SIMs by the squares of a map. */
export function squaresOf(columns: Columns, places: Places, { bits, total, of }: Matching, grid: MapGrid): MapCount {
  const view = new ViewCounts(grid)
  const { occupied } = places
  const isAll = total === of
  // The middle of all SIMs of a square is exact.
  const isCoarse = grid.zoom <= (isAll ? middleZoom : coarseZoom)
  const counts = isAll ? places.counts : countsByCell(places, bits, total)
  const extent: Extent = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  const inView: number[] = []
  let located = 0
  // There are tens of thousands of squares, so this loop makes no objects.
  for (let number = 0; number < occupied.list.length; number++) {
    const square = occupied.list[number]!
    const first = number * kinds
    let sims = 0
    for (let cell = first; cell < first + kinds; cell++) sims += counts[cell]!
    if (number !== withoutPosition) located += sims
    if (sims === 0 || square.column < 0) continue
    extent.west = Math.min(extent.west, square.west)
    extent.east = Math.max(extent.east, square.east)
    extent.south = Math.min(extent.south, square.south)
    extent.north = Math.max(extent.north, square.north)
    if (isCoarse) view.addSquare(square, { counts, first, sims })
    else if (view.touches(square)) inView.push(number)
  }
  if (!isCoarse) {
    const [longitudes, latitudes] = [columns.numbers('longitude').values, columns.numbers('latitude').values]
    const { cells, columns: placeColumns, rows } = places
    const all = { slots: cells.length, count: occupied.list.length, squareOf: (slot: number) => squareOfCell(cells[slot]!), bits }
    places.bySquare.visit(inView, all, (slot) =>
      view.addSim(placeColumns[slot]!, rows[slot]!, cells[slot]! % kinds, longitudes[slot]!, latitudes[slot]!),
    )
  }
  return { squares: view.squares(), total, located, extent: degreesOf(extent) }
}

/** The numbers of slots by cell. */
function countsByCell({ cells, occupied }: Places, bits: Bitmap, total: number): Uint32Array {
  const counts = new Uint32Array(occupied.list.length * kinds)
  for (let word = 0, seen = 0; seen < total; word++) {
    const first = word << 5
    let left = bits[word]! | 0
    if (left === allBits) {
      for (let slot = first; slot < first + 32; slot++) counts[cells[slot]!]!++
      seen += 32
    } else
      for (; left !== 0; left &= left - 1, seen++) {
        const slot = first + 31 - Math.clz32(left & -left)
        counts[cells[slot]!]!++
      }
  }
  return counts
}

/** The counts of the squares of a view. */
class ViewCounts {
  readonly #width: number
  readonly #height: number
  readonly #grid: MapGrid
  readonly #counts: Uint32Array
  readonly #sums: Float64Array

  constructor(grid: MapGrid) {
    this.#grid = grid
    this.#width = Math.max(0, grid.longitudes.length - 1)
    this.#height = Math.max(0, grid.latitudes.length - 1)
    this.#counts = new Uint32Array(this.#width * this.#height * kinds)
    this.#sums = new Float64Array(this.#width * this.#height * 2)
  }

  /** True if a part of a square of the middle zoom is in the view, whose squares are not larger. */
  touches({ column, row }: { column: number; row: number }): boolean {
    const { zoom, column: left, row: bottom } = this.#grid
    if (column < 0) return false
    const scale = 2 ** (zoom - middleZoom)
    const meets = (from: number, first: number, count: number) => (from + 1) * scale > first && from * scale < first + count
    return meets(column, left, this.#width) && meets(row, bottom, this.#height)
  }

  addSquare(
    square: { column: number; row: number; sims: number; columns: number; rows: number },
    { counts, first, sims }: { counts: Uint32Array; first: number; sims: number },
  ): void {
    const shift = middleZoom - this.#grid.zoom
    const at = this.#at(square.column >> shift, square.row >> shift)
    if (at < 0) return
    // The middle of the place of a SIM is half a square of the largest zoom from its edge.
    this.#sums[2 * at]! += sims * finestLongitude(square.columns / square.sims + 0.5)
    this.#sums[2 * at + 1]! += sims * finestLatitude(square.rows / square.sims + 0.5)
    for (let kind = 0; kind < kinds; kind++) this.#counts[at * kinds + kind]! += counts[first + kind]!
  }

  addSim(column: number, row: number, kind: number, longitude: number, latitude: number): void {
    const shift = maxMapZoom - this.#grid.zoom
    const at = this.#at(column >> shift, row >> shift)
    if (at < 0) return
    this.#sums[2 * at]! += longitude
    this.#sums[2 * at + 1]! += latitude
    this.#counts[at * kinds + kind]!++
  }

  squares(): SquareCount[] {
    const squares: SquareCount[] = []
    for (let at = 0; at < this.#width * this.#height; at++) {
      const own = this.#counts.subarray(at * kinds, (at + 1) * kinds)
      const on = own[levels]! + own[levels + weak]! + own[levels + fine]!
      const sims = on + own[unmeasured]! + own[weak]! + own[fine]!
      if (sims === 0) continue
      squares.push({
        column: at % this.#width,
        row: Math.floor(at / this.#width),
        sims,
        on,
        measured: sims - own[unmeasured]! - own[levels]!,
        weak: own[weak]! + own[levels + weak]!,
        longitudes: this.#sums[2 * at]!,
        latitudes: this.#sums[2 * at + 1]!,
      })
    }
    return squares
  }

  #at(column: number, row: number): number {
    const [across, up] = [column - this.#grid.column, row - this.#grid.row]
    return across < 0 || across >= this.#width || up < 0 || up >= this.#height ? -1 : up * this.#width + across
  }
}

function degreesOf({ west, east, south, north }: Extent): MapCount['extent'] {
  if (west > east) return null
  return {
    west: finestLongitude(west),
    east: finestLongitude(east + 1),
    south: finestLatitude(south),
    north: finestLatitude(north + 1),
  }
}
