import { weakBelowDbm } from '@simdeck/contract/sim-map.ts'
import { connections } from '@simdeck/contract/sims.ts'
import { finestColumn, finestRow } from '../../sql/map-grid.ts'
import type { Column } from './columns/column.ts'
import type { Columns } from './fields.ts'
import { beyondMap, OccupiedSquares, withoutPosition } from './occupied-squares.ts'

/** The SIMs of a square are counted apart by the level of their signal, and those that are on apart from the others. */
export const [unmeasured, weak, fine, levels] = [0, 1, 2, 3]
export const kinds = 2 * levels

/** The number of changed slots from which all are read anew. */
const manyChanged = 20_000

/** The number of slots that are placed in one step. */
const slotsAtOnce = 20_000

/**
 * By slot: the cell, which is the number of the square of the middle zoom times `kinds`, plus the kind; and the column and row of the
 * largest zoom.
 */
export type Places = { cells: Uint32Array; columns: Int32Array; rows: Int32Array; occupied: OccupiedSquares }

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
    const { cells, columns, rows, occupied } = this.#places
    return cells.byteLength + columns.byteLength + rows.byteLength + occupied.bytes
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
        this.#places.cells[this.#placed]! += kindOf(this.#placed)
      }
      yield
    }
  }

  /** Updates the kinds of slots that are placed; null: of all. */
  #updateKinds(changed: Uint32Array | null): void {
    const { cells } = this.#places
    const kindOf = this.#kinds()
    const update = (slot: number): void => {
      cells[slot] = cells[slot]! - (cells[slot]! % kinds) + kindOf(slot)
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
    cells[slot] = withoutPosition * kinds + kind
    if (longitude.isBlank(slot) || latitude.isBlank(slot)) return
    const [column, row] = [finestColumn(longitude.values[slot]!), finestRow(latitude.values[slot]!)]
    columns[slot] = column ?? 0
    rows[slot] = row ?? 0
    cells[slot] = (column === null || row === null ? beyondMap : occupied.add(column, row)) * kinds + kind
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
  occupied: new OccupiedSquares(),
})

function widened({ cells, columns, rows, occupied }: Places, slots: number): Places {
  const wider = { ...placesFor(slots), occupied }
  wider.cells.set(cells)
  wider.columns.set(columns)
  wider.rows.set(rows)
  return wider
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
