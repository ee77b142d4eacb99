import { type Bitmap, hasBit } from './columns/bitmap.ts'
import type { BitmapPool } from './columns/bitmap-pool.ts'
import type { Layers } from './order.ts'
import type { Sorted } from './sorted.ts'

/** A page of a list: `bits` are the SIMs of the list, `total` is their number. */
export type Wanted = { bits: Bitmap; total: number; skip: number; take: number }

/** A part of an order: the places of the base from `from` to `to`, and slots that come before the places `places` of the base. */
type Section = { from: number; to: number; late: Uint32Array; places: Uint32Array }

const none = new Uint32Array(0)

/** The slots of a page in the order of the ids, if a greater slot has a greater id. */
export function pickedPage(pool: BitmapPool, { bits, total, skip, take }: Wanted, descending: boolean): number[] {
  const end = Math.min(total, skip + take)
  if (skip >= end) return []
  return descending ? pool.pick(bits, total - end, end - skip).toReversed() : pool.pick(bits, skip, end - skip)
}

/** The slots of a page, read from an order of all slots. The scan begins at the nearer end. */
export function pageOf({ base, late }: Layers, { bits, total, skip, take }: Wanted, descending: boolean, pool: BitmapPool): number[] {
  const end = Math.min(total, skip + take)
  if (skip >= end) return []
  const values = { from: 0, to: base.values, late: late?.values.slots ?? none, places: late?.values.places ?? none }
  const blanks = { from: base.values, to: base.total, late: late?.blanks.slots ?? none, places: late?.blanks.places ?? none }
  if (late === null && total === base.total) return sliceOf(base.slots, [values, blanks], descending, skip, end)
  const inBase = late === null ? bits : pool.take()
  if (late !== null) pool.without(inBase, bits, late.stale)
  const isReversed = skip > total - end
  const scan = new Scan(base.slots, inBase, bits, isReversed ? total - end : skip, end - skip)
  // Blanks are last in both directions.
  const sections = isReversed ? [blanks, values] : [values, blanks]
  for (const section of sections) {
    if (descending === isReversed) scan.forth(section)
    else scan.back(section)
  }
  if (late !== null) pool.give(inBase)
  return isReversed ? scan.page.toReversed() : scan.page
}

function sliceOf(slots: Sorted['slots'], forth: readonly Section[], descending: boolean, skip: number, end: number): number[] {
  const page: number[] = []
  let passed = 0
  for (const { from, to } of forth) {
    for (let at = Math.max(0, skip - passed); at < Math.min(to - from, end - passed); at++)
      page.push(slots[descending ? to - 1 - at : from + at]!)
    passed += to - from
  }
  return page
}

/** Reads sections of an order until a page is complete. */
class Scan {
  readonly page: number[] = []
  readonly #slots: Uint32Array
  readonly #inBase: Bitmap
  readonly #bits: Bitmap
  #left: number
  readonly #take: number

  /** `inBase` are the SIMs of the list that are at their places in the base. */
  constructor(slots: Uint32Array, inBase: Bitmap, bits: Bitmap, skip: number, take: number) {
    this.#slots = slots
    this.#inBase = inBase
    this.#bits = bits
    this.#left = skip
    this.#take = take
  }

  forth({ from, to, late, places }: Section): void {
    let at = from
    for (let next = 0; next < late.length && !this.#isDone; next++) {
      this.#read(at, places[next]!, 1)
      at = places[next]!
      this.#offer(late[next]!)
    }
    this.#read(at, to, 1)
  }

  back({ from, to, late, places }: Section): void {
    let at = to
    for (let next = late.length - 1; next >= 0 && !this.#isDone; next--) {
      this.#read(at - 1, places[next]! - 1, -1)
      at = places[next]!
      this.#offer(late[next]!)
    }
    this.#read(at - 1, from - 1, -1)
  }

  get #isDone(): boolean {
    return this.page.length === this.#take
  }

  #offer(slot: number): void {
    if (!hasBit(this.#bits, slot) || this.#isDone) return
    if (this.#left > 0) this.#left--
    else this.page.push(slot)
  }

  /** Reads the base from the place `from` to before the place `to`. */
  #read(from: number, to: number, step: 1 | -1): void {
    const slots = this.#slots
    const bits = this.#inBase
    let left = this.#left
    let at = from
    for (; at !== to && left > 0; at += step) {
      const slot = slots[at]!
      left -= (bits[slot >>> 5]! >>> (slot & 31)) & 1
    }
    this.#left = left
    for (; at !== to && !this.#isDone; at += step) if (hasBit(bits, slots[at]!)) this.page.push(slots[at]!)
  }
}
