import { type Bitmap, clearBit, hasBit, setBit } from './columns/bitmap.ts'
import { BitmapPool } from './columns/bitmap-pool.ts'
import type { Column } from './columns/column.ts'
import { Journal } from './columns/journal.ts'
import { NumberColumn } from './columns/number-column.ts'

const idsPerPage = 1024
type Page = { slots: Int32Array; used: number }

/**
 * The slots of the SIMs. A slot is a small number, the index of a SIM in the columns; it is used again after its SIM is removed. As a
 * column, this class contains the ids. Its journal contains the slots that were taken and released.
 */
export class Slots implements Column {
  readonly journal = new Journal()
  readonly numbered = null
  readonly #ids = new NumberColumn()
  readonly #pages = new Map<number, Page>()
  readonly #free: number[] = []
  #bitmaps = new BitmapPool(0)
  #alive: Bitmap = this.#bitmaps.take()
  #capacity = 0
  #size = 0
  #limit = 0
  #isAscending = true

  /** The bitmaps of the present capacity. A greater capacity has others. */
  get bitmaps(): BitmapPool {
    return this.#bitmaps
  }

  /** True if a greater slot has a greater id. */
  get isAscending(): boolean {
    return this.#isAscending
  }

  get alive(): Bitmap {
    return this.#alive
  }

  get capacity(): number {
    return this.#capacity
  }

  get size(): number {
    return this.#size
  }

  /** The slots in use are below this. */
  get limit(): number {
    return this.#limit
  }

  get bytes(): number {
    return this.#ids.bytes + this.#bitmaps.bytes + this.#pages.size * idsPerPage * 4 + this.journal.bytes
  }

  idAt(slot: number): number {
    return this.#ids.values[slot]!
  }

  /** The slot of a SIM; −1 if it has none. */
  slotOf(id: number): number {
    return this.#pages.get(Math.floor(id / idsPerPage))?.slots[id % idsPerPage] ?? -1
  }

  /** Gives a slot to a SIM that has none. */
  take(id: number): number {
    if (this.#free.length > 0 || (this.#limit > 0 && id < this.idAt(this.#limit - 1))) this.#isAscending = false
    const slot = this.#free.pop() ?? this.#limit++
    const number = Math.floor(id / idsPerPage)
    let page = this.#pages.get(number)
    if (!page) {
      page = { slots: new Int32Array(idsPerPage).fill(-1), used: 0 }
      this.#pages.set(number, page)
    }
    page.slots[id % idsPerPage] = slot
    page.used++
    this.#ids.set(slot, id)
    setBit(this.#alive, slot)
    this.#size++
    this.journal.add(slot)
    return slot
  }

  /** Releases the slot of a SIM and returns it; −1 if it has none. */
  release(id: number): number {
    const number = Math.floor(id / idsPerPage)
    const page = this.#pages.get(number)
    const slot = page?.slots[id % idsPerPage] ?? -1
    if (!page || slot < 0) return -1
    page.slots[id % idsPerPage] = -1
    if (--page.used === 0) this.#pages.delete(number)
    clearBit(this.#alive, slot)
    this.#free.push(slot)
    this.#size--
    this.journal.add(slot)
    return slot
  }

  isAlive(slot: number): boolean {
    return hasBit(this.#alive, slot)
  }

  /** The `limit` after the addition of `more` new SIMs. */
  limitWith(more: number): number {
    return this.#limit + Math.max(0, more - this.#free.length)
  }

  grow(capacity: number): void {
    this.#capacity = capacity
    this.#ids.grow(capacity)
    const last = this.#alive
    this.#bitmaps = new BitmapPool(capacity)
    this.#alive = this.#bitmaps.take()
    this.#alive.set(last)
  }

  set(): never {
    throw new Error('a slot keeps its id until it is released')
  }

  /** The id. */
  valueAt(slot: number): number {
    return this.idAt(slot)
  }

  isBlank(): boolean {
    return false
  }

  compare(slot: number, other: number): number {
    return this.#ids.compare(slot, other)
  }

  *sort(slots: Uint32Array, from: number, to: number): Generator<void, void> {
    const ids = this.#ids.values
    let at = from + 1
    while (at < to && ids[slots[at - 1]!]! < ids[slots[at]!]!) at++
    if (at < to) yield* this.#ids.sort(slots, from, to)
  }
}
