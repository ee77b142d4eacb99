import { type Bitmap, clearBit, hasBit, setBit } from './bitmap.ts'
import type { BitmapPool } from './bitmap-pool.ts'
import type { CodedColumn } from './coded-column.ts'

/** Columns with more values have an order instead, which then takes less memory. */
const maxCodes = 64
/** The number of changed slots from which all bitmaps are made anew. */
const manyChanged = 20_000

/** The slots of each value of a coded column, as bitmaps by code. They are updated when they are used. */
export class CodeBitmaps {
  readonly #column: CodedColumn
  #bitmaps: Bitmap[] = []
  /** The position in the journal up to which the bitmaps include the changes; null before they are made. */
  #known: number | null = null

  constructor(column: CodedColumn) {
    this.#column = column
  }

  /** Forgets the bitmaps. They are too short when the capacity has grown. */
  clear(): void {
    this.#bitmaps = []
    this.#known = null
  }

  /** The bitmaps as they are now; null if there are too many values. The bits of slots without a SIM have no meaning. */
  now(pool: BitmapPool): readonly Bitmap[] | null {
    const { codeLimit } = this.#column
    if (codeLimit > maxCodes || (codeLimit > this.#bitmaps.length && !pool.hasRoomFor(codeLimit - this.#bitmaps.length))) {
      for (const bitmap of this.#bitmaps) pool.give(bitmap)
      this.clear()
      return null
    }
    while (this.#bitmaps.length < codeLimit) this.#bitmaps.push(pool.take())
    const changed = this.#known === null ? null : this.#column.journal.since(this.#known)
    this.#known = this.#column.journal.position
    if (changed === null || changed.length > manyChanged) this.#make()
    else for (const slot of changed) this.#update(slot)
    return this.#bitmaps
  }

  #make(): void {
    const { codes } = this.#column
    const bitmaps = this.#bitmaps
    for (const bitmap of bitmaps) bitmap.fill(0)
    for (let slot = 0; slot < codes.length; slot++) setBit(bitmaps[codes[slot]!]!, slot)
  }

  #update(slot: number): void {
    for (const bitmap of this.#bitmaps)
      if (hasBit(bitmap, slot)) {
        clearBit(bitmap, slot)
        break
      }
    setBit(this.#bitmaps[this.#column.codes[slot]!]!, slot)
  }
}
