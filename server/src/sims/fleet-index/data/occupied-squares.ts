import { maxMapZoom } from '@simdeck/contract/sim-map.ts'

/** The zoom of the squares by which SIMs are counted first. */
export const middleZoom = 10
const shift = maxMapZoom - middleZoom
const squaresAcross = 2 ** (middleZoom + 3)

/** Numbers that stand for no square: that of SIMs without a position, and that of SIMs north or south of the map. */
export const [withoutPosition, beyondMap] = [0, 1]

type Square = { column: number; row: number; sims: number; columns: number; rows: number }
/** A part of the map in columns and rows of the largest zoom. */
export type Extent = { west: number; east: number; south: number; north: number }

const nowhere = (): Square & Extent => ({
  column: -1,
  row: -1,
  sims: 0,
  columns: 0,
  rows: 0,
  west: Infinity,
  east: -Infinity,
  south: Infinity,
  north: -Infinity,
})

/**
 * The squares of the middle zoom in which SIMs are or were, with the sums of the columns and rows of their SIMs. Columns and rows of SIMs
 * are those of the largest zoom. The extent of a square includes where its SIMs were earlier.
 */
export class OccupiedSquares {
  readonly list: (Square & Extent)[] = [nowhere(), nowhere()]
  readonly #numbers = new Map<number, number>()

  get bytes(): number {
    return this.list.length * 120
  }

  /** Adds a SIM and returns the number of its square. */
  add(column: number, row: number): number {
    const key = (column >> shift) * squaresAcross + (row >> shift)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.list.length
      this.#numbers.set(key, number)
      this.list.push({ ...nowhere(), column: column >> shift, row: row >> shift })
    }
    const square = this.list[number]!
    square.sims++
    square.columns += column
    square.rows += row
    if (column < square.west) square.west = column
    if (column > square.east) square.east = column
    if (row < square.south) square.south = row
    if (row > square.north) square.north = row
    return number
  }

  remove(number: number, column: number, row: number): void {
    const square = this.list[number]!
    square.sims--
    square.columns -= column
    square.rows -= row
  }
}
