import { type Bitmap, clearBit, hasBit, setBit } from './bitmap.ts'
import type { BitmapPool } from './bitmap-pool.ts'
import type { Column } from './column.ts'

/** A column with more values has an order instead. */
const maxValues = 128
/** The number of changed slots from which all bitmaps are made anew. */
const manyChanged = 20_000
/** The numbers of values are at least this. */
const leastNumber = -(2 ** 15)

/** The slots of each value of a column with few values, as bitmaps. They are updated when they are used. */
export class ValueBitmaps {
  readonly #column: Column
  /** The bitmaps by the numbers of the values, less `leastNumber`. */
  #bitmaps: Bitmap[] = []
  /** The same with their numbers. */
  readonly #byNumber = new Map<number, Bitmap>()
  /** The position in the journal up to which the bitmaps include the changes; null before they are made. */
  #known: number | null = null
  #areMany = false

  constructor(column: Column) {
    this.#column = column
  }

  /** Forgets the bitmaps. They are too short when the capacity has grown. */
  clear(): void {
    this.#bitmaps = []
    this.#byNumber.clear()
    this.#known = null
    this.#areMany = false
  }

  /**
   * The bitmaps as they are now, in ascending order of the values, those of equal values together; blanks are last and may have none. Null
   * if there are too many values. The bits of slots without a SIM have no meaning.
   */
  now(pool: BitmapPool): Bitmap[][] | null {
    const { numbered } = this.#column
    if (this.#areMany || !numbered) return null
    const changed = this.#known === null ? null : this.#column.journal.since(this.#known)
    this.#known = this.#column.journal.position
    if (changed === null || changed.length > manyChanged) this.#make(numbered.numbers, pool)
    else for (const slot of changed) this.#update(slot, numbered.numbers[slot]!, pool)
    if (this.#areMany) {
      for (const bitmap of this.#byNumber.values()) pool.give(bitmap)
      this.clear()
      this.#areMany = true
      return null
    }
    const { placeOf, blank } = numbered
    const byPlace = Map.groupBy(this.#byNumber, ([number]) => placeOf(number))
    const places = [...byPlace.keys()].filter((place) => place !== blank).toSorted((one, other) => one - other)
    return [...places, blank].map((place) => (byPlace.get(place) ?? []).map(([, bitmap]) => bitmap))
  }

  #make(numbers: Iterable<number> & ArrayLike<number>, pool: BitmapPool): void {
    for (const bitmap of this.#byNumber.values()) bitmap.fill(0)
    for (let slot = 0; slot < numbers.length && !this.#areMany; slot++) {
      const number = numbers[slot]!
      const bitmap = this.#bitmaps[number - leastNumber] ?? this.#bitmapOf(number, pool)
      if (bitmap) setBit(bitmap, slot)
    }
  }

  #update(slot: number, number: number, pool: BitmapPool): void {
    for (const bitmap of this.#byNumber.values())
      if (hasBit(bitmap, slot)) {
        clearBit(bitmap, slot)
        break
      }
    const bitmap = this.#bitmapOf(number, pool)
    if (bitmap) setBit(bitmap, slot)
  }

  #bitmapOf(number: number, pool: BitmapPool): Bitmap | null {
    const known = this.#bitmaps[number - leastNumber]
    if (known) return known
    this.#areMany ||= this.#byNumber.size === maxValues || !pool.hasRoomFor(1)
    if (this.#areMany) return null
    const made = pool.take()
    this.#bitmaps[number - leastNumber] = made
    this.#byNumber.set(number, made)
    return made
  }
}
