import type { Column } from './columns/column.ts'
import type { Slots } from './slots.ts'

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
