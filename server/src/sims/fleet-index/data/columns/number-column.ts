import { type Bitmap, setBit } from './bitmap.ts'
import type { Column, Numbered } from './column.ts'
import { Journal } from './journal.ts'
import { RadixSort } from './radix-sort.ts'

type Numbers = Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** The value that means blank, by the width of the numbers in octets. */
const blanks = { 2: -(2 ** 15), 4: -(2 ** 31), 8: NaN } as const

/** Numbers by slot, in the narrowest type that holds all of them. */
export class NumberColumn implements Column {
  readonly journal = new Journal()
  #values: Numbers = new Int16Array(0)
  #blank: number = blanks[2]

  get values(): Numbers {
    return this.#values
  }

  get bytes(): number {
    return this.#values.byteLength + this.journal.bytes
  }

  get numbered(): Numbered | null {
    const values = this.#values
    const blank = 2 ** 15
    return values instanceof Int16Array ? { numbers: values, placeOf: (value) => (value === blanks[2] ? blank : value), blank } : null
  }

  grow(capacity: number): void {
    this.#become(this.#values.BYTES_PER_ELEMENT as 2 | 4 | 8, capacity)
  }

  set(slot: number, value: number | null): void {
    if (value !== null) this.#widenFor(value)
    // Adding zero turns −0 into 0.
    const next = value === null ? this.#blank : value + 0
    const last = this.#values[slot]!
    if (last === next || (last !== last && next !== next)) return
    this.#values[slot] = next
    this.journal.add(slot)
  }

  isBlank(slot: number): boolean {
    const value = this.#values[slot]!
    return value !== value || value === this.#blank
  }

  valueAt(slot: number): number | null {
    return this.isBlank(slot) ? null : this.#values[slot]!
  }

  isBetween(slot: number, start: number, end: number): boolean {
    const value = this.#values[slot]!
    return value !== this.#blank && value >= start && value <= end
  }

  /** Sets the bits of the slots below `slots` whose value is from `start` to `end`, and clears the others. */
  fill(bits: Bitmap, slots: number, start: number, end: number): void {
    const values = this.#values
    const blank = this.#blank
    for (let word = 0, first = 0; first < slots; word++, first += 32) {
      const count = Math.min(32, slots - first)
      let held = 0
      for (let bit = 0; bit < count; bit++) {
        const value = values[first + bit]!
        if (value >= start && value <= end && value !== blank) held |= 1 << bit
      }
      bits[word] = held
    }
  }

  /** Sets the bits of the slots below `slots` without a value. */
  fillBlanks(bits: Bitmap, slots: number): void {
    for (let slot = 0; slot < slots; slot++) if (this.isBlank(slot)) setBit(bits, slot)
  }

  compare(slot: number, other: number): number {
    return this.#values[slot]! - this.#values[other]!
  }

  *sort(slots: Uint32Array, from: number, to: number): Generator<void, void> {
    const radix = new RadixSort(to - from)
    const { keys } = radix
    const values = this.#values
    if (values instanceof Float64Array) {
      const words = new Uint32Array(values.buffer)
      // The 64 bits sort like the numbers if all bits of negative numbers are inverted and the sign bit of the others is set.
      for (let at = from; at < to; at++) {
        const slot = slots[at]!
        keys[at - from] = words[2 * slot + 1]! >>> 31 === 1 ? ~words[2 * slot]! : words[2 * slot]!
      }
      radix.sort(slots, from, to)
      yield
      for (let at = from; at < to; at++) {
        const high = words[2 * slots[at]! + 1]!
        keys[at - from] = high >>> 31 === 1 ? ~high : high | 0x80000000
      }
    } else for (let at = from; at < to; at++) keys[at - from] = values[slots[at]!]! + 2 ** 31
    radix.sort(slots, from, to)
    yield
  }

  #widenFor(value: number): void {
    const width = this.#values.BYTES_PER_ELEMENT
    if (width < 8 && !(Number.isInteger(value) && Math.abs(value) < 2 ** 31)) this.#become(8, this.#values.length)
    else if (width < 4 && Math.abs(value) >= 2 ** 15) this.#become(4, this.#values.length)
  }

  #become(width: 2 | 4 | 8, capacity: number): void {
    const last = this.#values
    const lastBlank = this.#blank
    const next = width === 2 ? new Int16Array(capacity) : width === 4 ? new Int32Array(capacity) : new Float64Array(capacity)
    this.#blank = blanks[width]
    next.set(last)
    if (lastBlank !== this.#blank) for (let slot = 0; slot < last.length; slot++) if (last[slot] === lastBlank) next[slot] = this.#blank
    next.fill(this.#blank, last.length)
    this.#values = next
  }
}
