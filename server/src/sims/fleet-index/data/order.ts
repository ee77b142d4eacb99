import { bitmapOf, setBit, slotsIn } from './columns/bitmap.ts'
import type { Column } from './columns/column.ts'
import type { Slots } from './slots.ts'

/** The share of changed slots from which an order is made anew. */
const largeShare = 1 / 8

/** Slots in ascending order, followed by the blank ones by id. `values` is the number of slots with a value, `total` that of all slots. */
export type Sorted = { slots: Uint32Array; values: number; total: number }

/** Sorts slots by a column: ascending, equal values by id, and after them the blanks by id. */
export function* sortSlots(column: Column, ids: Slots, slots: Uint32Array): Generator<void, Sorted> {
  yield* ids.sort(slots, 0, slots.length)
  const values = parted(column, slots)
  if (column !== ids) yield* column.sort(slots, 0, values)
  return { slots, values, total: slots.length }
}

/** Moves the blank slots behind the others and keeps the order of both. Returns the number of the others. */
function parted(column: Column, slots: Uint32Array): number {
  const blanks = new Uint32Array(slots.length)
  let values = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    if (column.isBlank(slot)) blanks[at - values] = slot
    else slots[values++] = slot
  }
  slots.set(blanks.subarray(0, slots.length - values), values)
  return values
}

/** Runs all steps of a generator and returns its result. */
export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * All slots in the order of a column. The order is updated when it is used: slots that changed since then are removed and inserted at their
 * new places.
 */
export class Order {
  readonly #column: Column
  readonly #ids: Slots
  #slots = new Uint32Array(0)
  #values = 0
  #total = 0
  /** The positions in the journals up to which the order includes the changes; null before the order is made. */
  #known: { column: number; ids: number } | null = null

  constructor(column: Column, ids: Slots) {
    this.#column = column
    this.#ids = ids
  }

  get bytes(): number {
    return this.#slots.byteLength
  }

  get isMade(): boolean {
    return this.#known !== null
  }

  /** The order as it is now. It is valid until the next change. */
  now(): Sorted {
    return finished(this.steps())
  }

  /** Makes the order, or brings it up to date, step by step. Values may change between the steps. */
  *steps(): Generator<void, Sorted> {
    const changed = this.#changed()
    if (changed === null) yield* this.#make()
    for (let rest = this.#changed(); rest === null || rest.length > 0; rest = this.#changed()) {
      if (rest === null) yield* this.#make()
      else this.#update(rest)
    }
    return { slots: this.#slots, values: this.#values, total: this.#total }
  }

  get #position(): { column: number; ids: number } {
    return { column: this.#column.journal.position, ids: this.#ids.journal.position }
  }

  /** The slots that changed since the order was up to date, each once; null if the order is to be made anew. */
  #changed(): Uint32Array<ArrayBuffer> | null {
    if (this.#known === null) return null
    const ofColumn = this.#column.journal.since(this.#known.column)
    const ofIds = this.#ids.journal.since(this.#known.ids)
    if (ofColumn === null || ofIds === null) return null
    const changed = new Set(ofColumn)
    for (const slot of ofIds) changed.add(slot)
    return changed.size > 1000 && changed.size > this.#total * largeShare ? null : Uint32Array.from(changed)
  }

  *#make(): Generator<void, void> {
    const known = this.#position
    const slots = slotsIn(this.#ids.alive, this.#ids.size)
    const { values, total } = yield* sortSlots(this.#column, this.#ids, slots)
    const roomy = new Uint32Array(this.#ids.capacity)
    roomy.set(slots)
    this.#slots = roomy
    this.#values = values
    this.#total = total
    this.#known = known
  }

  #update(changed: Uint32Array<ArrayBuffer>): void {
    const known = this.#position
    this.#takeOut(changed)
    const alive = changed.filter((slot) => this.#ids.isAlive(slot))
    const { values } = finished(sortSlots(this.#column, this.#ids, alive))
    if (this.#total + alive.length > this.#slots.length) {
      const longer = new Uint32Array(this.#ids.capacity)
      longer.set(this.#slots)
      this.#slots = longer
    }
    const compareIds = (slot: number, other: number) => this.#ids.compare(slot, other)
    this.#putIn(alive.subarray(values), this.#values, compareIds)
    this.#putIn(
      alive.subarray(0, values),
      0,
      (slot, other) => this.#column.compare(slot, other) || this.#ids.compare(slot, other),
      this.#values,
    )
    this.#values += values
    this.#known = known
  }

  #takeOut(changed: Uint32Array): void {
    const slots = this.#slots
    const out = bitmapOf(this.#ids.capacity)
    for (const slot of changed) setBit(out, slot)
    let kept = 0
    for (let at = 0; at < this.#values; at++) {
      const slot = slots[at]!
      slots[kept] = slot
      kept += 1 - ((out[slot >>> 5]! >>> (slot & 31)) & 1)
    }
    const values = kept
    for (let at = this.#values; at < this.#total; at++) {
      const slot = slots[at]!
      slots[kept] = slot
      kept += 1 - ((out[slot >>> 5]! >>> (slot & 31)) & 1)
    }
    this.#values = values
    this.#total = kept
  }

  /** Inserts sorted slots at their places from `from` to `to`, and moves up the slots after them. */
  #putIn(added: Uint32Array, from: number, compare: (slot: number, other: number) => number, to: number = this.#total): void {
    const slots = this.#slots
    let end = to
    slots.copyWithin(to + added.length, to, this.#total)
    for (let left = added.length; left > 0; left--) {
      const slot = added[left - 1]!
      const place = firstAfter(slots, from, end, (other) => compare(other, slot) > 0)
      slots.copyWithin(place + left, place, end)
      slots[place + left - 1] = slot
      end = place
    }
    this.#total += added.length
  }
}

/**
 * The first place from `from` to `to` for which `holds` is true; `to` if there is none. `holds` must be true for all places after that one.
 */
export function firstAfter(slots: Uint32Array, from: number, to: number, holds: (slot: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(slots[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
