import type { Bitmap } from './bitmap.ts'
import type { Column, Numbered, Value } from './column.ts'
import { Journal } from './journal.ts'
import { RadixSort } from './radix-sort.ts'

type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Compares two values of a column. A value for which `sorts` is false counts as blank in an order. */
export type ValueOrder = { sorts: (value: Value) => boolean; compare: (value: Value, other: Value) => number }

/** The place of each code in ascending order. Equal values share a place; blanks have the place `blank`, after all others. */
export type Places = { ofCode: Uint32Array; blank: number }

const blankCode = 0

/**
 * The values of a field with few different values: a dictionary, and a code for each slot. A value that no slot has is removed from the
 * dictionary.
 */
export class CodedColumn implements Column {
  readonly journal = new Journal()
  readonly #order: ValueOrder
  #codes: Codes = new Uint8Array(0)
  readonly #codeOf = new Map<Value, number>()
  readonly #values: Value[] = [null]
  /** The number of slots for each code. */
  readonly #counts: number[] = [0]
  readonly #free: number[] = []
  #places: Places | null = null

  constructor(order: ValueOrder) {
    this.#order = order
  }

  get codes(): Codes {
    return this.#codes
  }

  get bytes(): number {
    return this.#codes.byteLength + (this.#places?.ofCode.byteLength ?? 0) + this.journal.bytes
  }

  valueOfCode(code: number): Value {
    return this.#values[code]!
  }

  valueAt(slot: number): Value {
    return this.#values[this.#codes[slot]!]!
  }

  grow(capacity: number): void {
    this.#become(this.#codes.BYTES_PER_ELEMENT as 1 | 2 | 4, capacity)
  }

  set(slot: number, value: Value): void {
    const last = this.#codes[slot]!
    if (this.#values[last] === value) return
    const next = value === null ? blankCode : (this.#codeOf.get(value) ?? this.#add(value))
    if (next !== blankCode) this.#counts[next]!++
    this.#codes[slot] = next
    this.journal.add(slot)
    if (last !== blankCode && --this.#counts[last]! === 0) this.#drop(last)
  }

  /** Returns an array by code: 1 if the value is wanted, otherwise 0. */
  codesOf(isWanted: (value: Value) => boolean): Uint8Array {
    return Uint8Array.from(this.#values, (value) => (isWanted(value) ? 1 : 0))
  }

  /** The number of these slots for each code. */
  countsOf(slots: Uint32Array): Uint32Array {
    const codes = this.#codes
    const counts = new Uint32Array(this.#values.length)
    for (let at = 0; at < slots.length; at++) counts[codes[slots[at]!]!]!++
    return counts
  }

  /** Sets the bits of the slots below `slots` whose value is wanted, and clears the others. */
  fill(bits: Bitmap, slots: number, isWanted: (value: Value) => boolean): void {
    const wanted = this.codesOf(isWanted)
    const codes = this.#codes
    for (let word = 0, first = 0; first < slots; word++, first += 32) {
      const end = Math.min(32, slots - first)
      let value = 0
      for (let bit = 0; bit < end; bit++) value |= wanted[codes[first + bit]!]! << bit
      bits[word] = value
    }
  }

  /** Call it when the order of values has changed, such as after new names of groups. */
  forgetPlaces(): void {
    this.#places = null
    this.journal.addAll()
  }

  get places(): Places {
    this.#places ??= this.#placesNow()
    return this.#places
  }

  get numbered(): Numbered | null {
    const codes = this.#codes
    const { ofCode, blank } = this.places
    return codes instanceof Uint32Array ? null : { numbers: codes, placeOf: (code) => ofCode[code]!, blank }
  }

  isBlank(slot: number): boolean {
    const { ofCode, blank } = this.places
    return ofCode[this.#codes[slot]!] === blank
  }

  compare(slot: number, other: number): number {
    const { ofCode } = this.places
    return ofCode[this.#codes[slot]!]! - ofCode[this.#codes[other]!]!
  }

  *sort(slots: Uint32Array, from: number, to: number): Generator<void, void> {
    const radix = new RadixSort(to - from)
    const { ofCode } = this.places
    for (let at = from; at < to; at++) radix.keys[at - from] = ofCode[this.#codes[slots[at]!]!]!
    radix.sort(slots, from, to)
    yield
  }

  #placesNow(): Places {
    const { sorts, compare } = this.#order
    const sorted = [...this.#codeOf].filter(([value]) => sorts(value)).toSorted(([value], [other]) => compare(value, other))
    let blank = 0
    const placed = sorted.map(([value, code], at): [number, number] => {
      if (at === 0 || compare(sorted[at - 1]![0], value) !== 0) blank++
      return [code, blank - 1]
    })
    const ofCode = new Uint32Array(this.#values.length).fill(blank)
    for (const [code, place] of placed) ofCode[code] = place
    return { ofCode, blank }
  }

  #add(value: Value): number {
    const code = this.#free.pop() ?? this.#values.length
    this.#values[code] = value
    this.#counts[code] = 0
    this.#codeOf.set(value, code)
    if (code >= 2 ** (8 * this.#codes.BYTES_PER_ELEMENT)) this.#become(code < 2 ** 16 ? 2 : 4, this.#codes.length)
    this.#places = null
    return code
  }

  #drop(code: number): void {
    this.#codeOf.delete(this.#values[code]!)
    this.#values[code] = null
    this.#free.push(code)
    this.#places = null
  }

  #become(width: 1 | 2 | 4, capacity: number): void {
    const next = width === 1 ? new Uint8Array(capacity) : width === 2 ? new Uint16Array(capacity) : new Uint32Array(capacity)
    next.set(this.#codes)
    this.#codes = next
  }
}
