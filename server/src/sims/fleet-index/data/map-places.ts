import { weakBelowDbm } from '@simdeck/contract/sim-map.ts'
import { connections } from '@simdeck/contract/sims.ts'
import { finestColumn, finestRow } from '../../sql/map-grid.ts'
import type { Column } from './columns/column.ts'
import type { Columns } from './fields.ts'
import { beyondMap, OccupiedSquares, withoutPosition } from './occupied-squares.ts'
import { SlotsBySquare } from './slots-by-square.ts'

/** The SIMs of a square are counted apart by the level of their signal, and those that are on apart from the others. */
export const [unmeasured, weak, fine, levels] = [0, 1, 2, 3]
export const kinds = 2 * levels

/** The number of changed slots from which all are read anew. */
const manyChanged = 20_000

/** The number of slots that are placed in one step. */
const slotsAtOnce = 20_000

/**
 * By slot: the cell, which is the number of the square of the middle zoom times `kinds`, plus the kind; and the column and row of the
 * largest zoom. By cell: the number of slots, among which those of no SIM are without a position.
 */
export type Places = {
  cells: Uint32Array
  columns: Int32Array
  rows: Int32Array
  counts: Uint32Array
  occupied: OccupiedSquares
  bySquare: SlotsBySquare
}

export const squareOfCell = (cell: number): number => Math.floor(cell / kinds)

/** The places of the slots on the map, as whole numbers by which the squares of a view are counted fast. They are updated when they are used. */
export class MapPlaces {
  readonly #columns: Columns
  readonly #position: Followed
  readonly #state: Followed
  #places = placesFor(0)
  /** The slots below this are placed. */
  #placed = 0

  constructor(columns: Columns) {
    this.#columns = columns
    this.#position = new Followed([columns.numbers('longitude'), columns.numbers('latitude')])
    this.#state = new Followed([columns.coded('connection'), columns.numbers('rsrp')])
  }

  get bytes(): number {
    const { cells, columns, rows, counts, occupied, bySquare } = this.#places
    return cells.byteLength + columns.byteLength + rows.byteLength + counts.byteLength + occupied.bytes + bySquare.bytes
  }

  now(): Places {
    for (const _ of this.steps());
    return this.#places
  }

  /** Updates the places. Each step takes some milliseconds; changes may come between the steps. */
  *steps(): Generator<void, void> {
    const [moved, changed] = [this.#position.changed(), this.#state.changed()]
    const { length } = this.#columns.numbers('longitude').values
    if (!moved) {
      this.#places = placesFor(length)
      this.#placed = 0
    } else if (this.#places.cells.length < length) this.#places = widened(this.#places, length)
    for (const slot of moved ?? []) if (slot < this.#placed) this.#place(slot)
    this.#updateKinds(changed)
    // A question may place the rest between two steps.
    while (this.#placed < this.#places.cells.length) {
      const next = Math.min(this.#places.cells.length, this.#placed + slotsAtOnce)
      const kindOf = this.#kinds()
      for (; this.#placed < next; this.#placed++) {
        this.#place(this.#placed)
        this.#put(this.#placed, this.#places.cells[this.#placed]! + kindOf(this.#placed))
      }
      yield
    }
  }

  /** Updates the kinds of slots that are placed; null: of all. */
  #updateKinds(changed: Uint32Array | null): void {
    const { cells } = this.#places
    const kindOf = this.#kinds()
    const update = (slot: number): void => {
      this.#put(slot, cells[slot]! - (cells[slot]! % kinds) + kindOf(slot))
    }
    if (changed) for (const slot of changed) if (slot < this.#placed) update(slot)
    for (let slot = 0; slot < this.#placed && !changed; slot++) update(slot)
  }

  /** Puts a slot into its square, and keeps its kind. */
  #place(slot: number): void {
    const [longitude, latitude] = [this.#columns.numbers('longitude'), this.#columns.numbers('latitude')]
    const { cells, columns, rows, occupied } = this.#places
    const kind = cells[slot]! % kinds
    const square = (cells[slot]! - kind) / kinds
    if (square > beyondMap) occupied.remove(square, columns[slot]!, rows[slot]!)
    if (longitude.isBlank(slot) || latitude.isBlank(slot)) return this.#put(slot, withoutPosition * kinds + kind)
    const [column, row] = [finestColumn(longitude.values[slot]!), finestRow(latitude.values[slot]!)]
    columns[slot] = column ?? 0
    rows[slot] = row ?? 0
    this.#put(slot, (column === null || row === null ? beyondMap : occupied.add(column, row)) * kinds + kind)
  }

  #put(slot: number, cell: number): void {
    const { cells, bySquare } = this.#places
    const last = cells[slot]!
    if (cell === last) return
    const square = squareOfCell(cell)
    const room = (square + 1) * kinds
    if (room > this.#places.counts.length) this.#places.counts = longer(this.#places.counts, 2 * room)
    const { counts } = this.#places
    cells[slot] = cell
    counts[last]!--
    counts[cell]!++
    if (square !== squareOfCell(last)) bySquare.moved(slot)
  }

  /** A function that returns the kind of a slot. It is valid until the next change. */
  #kinds(): (slot: number) => number {
    const connection = this.#columns.coded('connection')
    const isOn = connection.codesOf((value) => value !== null && value !== connections.offline)
    const { codes } = connection
    const signal = this.#columns.numbers('rsrp')
    const { values } = signal
    const levelOf = (slot: number): number => (signal.isBlank(slot) ? unmeasured : values[slot]! < weakBelowDbm ? weak : fine)
    return (slot) => isOn[codes[slot]!]! * levels + levelOf(slot)
  }
}

const placesFor = (slots: number): Places => ({
  cells: new Uint32Array(slots),
  columns: new Int32Array(slots),
  rows: new Int32Array(slots),
  counts: Uint32Array.of(slots, ...Array<number>(2 * kinds - 1).fill(0)),
  occupied: new OccupiedSquares(),
  bySquare: new SlotsBySquare(),
})

function widened({ cells, columns, rows, counts, occupied, bySquare }: Places, slots: number): Places {
  const wider = { ...placesFor(slots), counts, occupied, bySquare }
  wider.cells.set(cells)
  wider.columns.set(columns)
  wider.rows.set(rows)
  counts[0]! += slots - cells.length
  return wider
}

function longer(counts: Uint32Array, length: number): Uint32Array {
  const room = new Uint32Array(length)
  room.set(counts)
  return room
}

/** The changes of some columns since they were last asked for. */
class Followed {
  readonly #columns: readonly Column[]
  #known: readonly number[] | null = null

  constructor(columns: readonly Column[]) {
    this.#columns = columns
  }

  /** The slots that changed, some of them several times; null if they are too many, or are asked for the first time. */
  changed(): Uint32Array | null {
    const known = this.#known
    const parts = known && this.#columns.map(({ journal }, at) => journal.since(known[at]!))
    this.#known = this.#columns.map(({ journal }) => journal.position)
    if (!parts?.every((slots) => slots !== null && slots.length <= manyChanged)) return null
    return Uint32Array.from(parts.flatMap((slots) => [...slots!]))
  }
}
