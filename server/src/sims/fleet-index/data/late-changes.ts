import { type Bitmap, hasBit, setBit } from './columns/bitmap.ts'
import type { BitmapPool } from './columns/bitmap-pool.ts'
import type { Column } from './columns/column.ts'
import type { Slots } from './slots.ts'
import { finished, firstAfter, type Sorted, sortSlots } from './sorted.ts'

/** Slots in the order of a column, and the place of each in the base: it comes before the slot of the base at that place. */
type Placed = { slots: Uint32Array; places: Uint32Array }

/** The slots that changed after the base of an order was made. */
export type Late = {
  /** The slots whose place in the base is no longer theirs. */
  stale: Bitmap
  values: Placed
  blanks: Placed
}

/** The changes of an order since its base was made. Adding to them takes less time than changing the base, which is much longer. */
export class LateChanges implements Late {
  readonly stale: Bitmap
  values: Placed = { slots: new Uint32Array(0), places: new Uint32Array(0) }
  blanks: Placed = this.values
  readonly #base: Sorted
  readonly #column: Column
  readonly #ids: Slots
  readonly #pool: BitmapPool
  #count = 0

  constructor(base: Sorted, column: Column, ids: Slots) {
    this.#base = base
    this.#column = column
    this.#ids = ids
    this.#pool = ids.bitmaps
    this.stale = this.#pool.take()
  }

  /** The number of changed slots. */
  get count(): number {
    return this.#count
  }

  /** True if no slot is greater than the bitmap has room for. */
  get hasRoom(): boolean {
    return this.#pool === this.#ids.bitmaps
  }

  get bytes(): number {
    return 8 * (this.values.slots.length + this.blanks.slots.length)
  }

  /** Adds slots that changed, each once; also those that are no longer in use. */
  add(changed: Uint32Array<ArrayBuffer>): void {
    const moved = this.#pool.take()
    for (const slot of changed) {
      setBit(moved, slot)
      if (hasBit(this.stale, slot)) continue
      setBit(this.stale, slot)
      this.#count++
    }
    const alive = changed.filter((slot) => this.#ids.isAlive(slot))
    const { values } = finished(sortSlots(this.#column, this.#ids, alive))
    const { values: valuesInBase, total } = this.#base
    const byId = (slot: number, other: number) => this.#ids.compare(slot, other)
    const byValue = (slot: number, other: number) => this.#column.compare(slot, other) || this.#ids.compare(slot, other)
    this.values = this.#merged(without(this.values, moved), alive.subarray(0, values), 0, valuesInBase, byValue)
    this.blanks = this.#merged(without(this.blanks, moved), alive.subarray(values), valuesInBase, total, byId)
    this.#pool.give(moved)
  }

  /** Ends the use of the changes. */
  release(): void {
    this.#pool.giveLater(this.stale)
  }

  /** Merges sorted slots into others. Their places are in the base from `from` to `to`. */
  #merged(known: Placed, added: Uint32Array, from: number, to: number, compare: (slot: number, other: number) => number): Placed {
    if (added.length === 0) return known
    const count = known.slots.length
    const slots = new Uint32Array(count + added.length)
    const places = new Uint32Array(slots.length)
    let place = from
    let [at, done] = [0, 0]
    for (const slot of added) {
      const next = nextAfter(known.slots, done, (other) => compare(other, slot) > 0)
      slots.set(known.slots.subarray(done, next), at)
      // The places of two slots in the wrong order have only stale slots between them.
      for (; done < next; done++) places[at++] = place = Math.max(place, known.places[done]!)
      place = this.#placeOf(slot, place, Math.max(place, next < count ? known.places[next]! : to), compare)
      slots[at] = slot
      places[at++] = place
    }
    slots.set(known.slots.subarray(done), at)
    for (; done < count; done++) places[at++] = place = Math.max(place, known.places[done]!)
    return { slots, places }
  }

  /** The first place in the base, from `from` to `to`, of a slot that is not stale and comes after this one; `to` if there is none. */
  #placeOf(slot: number, from: number, to: number, compare: (slot: number, other: number) => number): number {
    const { slots } = this.#base
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      let at = middle
      while (at < high && hasBit(this.stale, slots[at]!)) at++
      if (at === high || compare(slots[at]!, slot) > 0) high = middle
      else low = at + 1
    }
    return low
  }
}

/** As `firstAfter` until the end of `slots`, faster if the place is near `from`. */
function nextAfter(slots: Uint32Array, from: number, holds: (slot: number) => boolean): number {
  let [low, step] = [from, 1]
  while (low + step <= slots.length && !holds(slots[low + step - 1]!)) {
    low += step
    step *= 2
  }
  return firstAfter(slots, low, Math.min(slots.length, low + step), holds)
}

/** The slots that are not in a bitmap. */
function without({ slots, places }: Placed, moved: Bitmap): Placed {
  const kept = { slots: new Uint32Array(slots.length), places: new Uint32Array(slots.length) }
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    kept.slots[count] = slot
    kept.places[count] = places[at]!
    count += hasBit(moved, slot) ? 0 : 1
  }
  return { slots: kept.slots.subarray(0, count), places: kept.places.subarray(0, count) }
}
