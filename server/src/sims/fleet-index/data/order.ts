import { bitmapOf, hasBit, setBit, slotsIn } from './columns/bitmap.ts'
import type { Column } from './columns/column.ts'
import { type Late, LateChanges } from './late-changes.ts'
import type { Slots } from './slots.ts'
import { finished, firstAfter, type Sorted, sortSlots } from './sorted.ts'

/** The share of changed slots from which an order is made anew. */
const largeShare = 1 / 8

/** The number of changed slots from which they are put into the base. */
const maxLate = 8192

/** All slots in the order of a column: a base, and the slots that changed since it was made; null if there are none. */
export type Layers = { base: Sorted; late: Late | null }

/**
 * All slots in the order of a column. The order is updated when it is used. Slots that changed since then are kept beside it until they are
 * many; then they are put in.
 */
export class Order {
  readonly #column: Column
  readonly #ids: Slots
  #slots = new Uint32Array(0)
  #values = 0
  #total = 0
  /** The positions in the journals up to which the order includes the changes; null before the order is made. */
  #known: { column: number; ids: number } | null = null
  #late: LateChanges | null = null

  constructor(column: Column, ids: Slots) {
    this.#column = column
    this.#ids = ids
  }

  get bytes(): number {
    return this.#slots.byteLength + (this.#late?.bytes ?? 0)
  }

  get isMade(): boolean {
    return this.#known !== null
  }

  /** The order as it is now, in one piece. It is valid until the next change. */
  now(): Sorted {
    return finished(this.steps())
  }

  /** The order as it is now. It is valid until the next change. */
  layers(): Layers {
    const changed = this.#changed()
    const late = this.#late
    if (changed === null || late?.hasRoom === false || (late?.count ?? 0) + changed.length > maxLate)
      return { base: this.now(), late: null }
    if (changed.length > 0) this.#addLate(changed)
    return { base: this.#base, late: this.#late }
  }

  /** Makes the order, or brings it up to date, step by step. Values may change between the steps. */
  *steps(): Generator<void, Sorted> {
    for (let changed = this.#changed(); changed === null || changed.length > 0 || this.#late; changed = this.#changed()) {
      if (changed === null) yield* this.#make()
      else if (changed.length > maxLate || this.#late?.hasRoom === false) this.#update(this.#withLate(changed))
      else this.#settle(this.#addLate(changed))
    }
    return this.#base
  }

  get #base(): Sorted {
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
    const changed = this.#together(ofColumn, ofIds)
    return changed.length > 1000 && changed.length > this.#total * largeShare ? null : changed
  }

  #addLate(changed: Uint32Array<ArrayBuffer>): LateChanges {
    const known = this.#position
    const late = (this.#late ??= new LateChanges(this.#base, this.#column, this.#ids))
    late.add(changed)
    this.#known = known
    return late
  }

  /** Puts the late changes into the base. */
  #settle({ stale, values, blanks }: Late): void {
    const slots = this.#slots
    const next = new Uint32Array(this.#ids.capacity)
    let [at, count] = [0, 0]
    const take = (to: number) => {
      for (; at < to; at++) {
        const slot = slots[at]!
        next[count] = slot
        count += 1 - ((stale[slot >>> 5]! >>> (slot & 31)) & 1)
      }
    }
    const takeAll = (late: Late['values'], to: number) => {
      for (let other = 0; other < late.slots.length; other++) {
        take(late.places[other]!)
        next[count++] = late.slots[other]!
      }
      take(to)
      return count
    }
    this.#values = takeAll(values, this.#values)
    this.#total = takeAll(blanks, this.#total)
    this.#slots = next
    this.#dropLate()
  }

  /** These slots and those that changed since the base was made, each once. */
  #withLate(changed: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    return this.#late === null ? changed : this.#together(slotsIn(this.#late.stale, this.#late.count), changed)
  }

  /** These slots, each once. */
  #together(some: Uint32Array, others: Uint32Array): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(some.length + others.length)
    const seen = this.#ids.bitmaps.take()
    let count = 0
    for (const slots of [some, others])
      for (const slot of slots) {
        if (hasBit(seen, slot)) continue
        setBit(seen, slot)
        all[count++] = slot
      }
    this.#ids.bitmaps.give(seen)
    return all.subarray(0, count)
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
    this.#dropLate()
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
    this.#dropLate()
    this.#known = known
  }

  #dropLate(): void {
    this.#late?.release()
    this.#late = null
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
