import { type Bitmap, bitmapOf, clearBit, hasBit, setBit } from './columns/bitmap.ts'

/** The list is made anew when more slots than this have moved to another square, and more than a part of all. */
const [fewMoved, partMoved] = [1_000, 32]

/**
 * The slots of each square, so that a view reads only those of its own squares. The list is of a moment; the slots that moved since then
 * are kept beside it.
 */
export class SlotsBySquare {
  /** The slots of square `n` are those from place `#starts[n]` until before place `#starts[n + 1]`. */
  #starts = new Uint32Array(1)
  #slots = new Uint32Array(0)
  #hasMoved: Bitmap = bitmapOf(0)
  #moved: number[] = []
  #isMade = false

  get bytes(): number {
    return this.#starts.byteLength + this.#slots.byteLength + this.#hasMoved.byteLength
  }

  /** Lets the next call of `within` make the list anew. */
  forget(): void {
    this.#isMade = false
  }

  /** Notes that a slot is in another square than before. */
  moved(slot: number): void {
    if (!this.#isMade || hasBit(this.#hasMoved, slot)) return
    if (slot >= this.#slots.length || this.#moved.length > Math.max(fewMoved, this.#slots.length / partMoved)) return this.forget()
    setBit(this.#hasMoved, slot)
    this.#moved.push(slot)
  }

  /** Calls `visit` with each slot of the bitmap that is in one of these squares. `squareOf` returns the square of a slot below `slots`. */
  visit(
    squares: readonly number[],
    { slots, count, squareOf, bits }: { slots: number; count: number; squareOf: (slot: number) => number; bits: Bitmap },
    visit: (slot: number) => void,
  ): void {
    if (!this.#isMade) this.#make(slots, count, squareOf)
    const isWanted = new Set(squares)
    for (const square of squares)
      for (let at = this.#starts[square] ?? 0, end = this.#starts[square + 1] ?? 0; at < end; at++) {
        const slot = this.#slots[at]!
        if (hasBit(bits, slot) && !hasBit(this.#hasMoved, slot)) visit(slot)
      }
    for (const slot of this.#moved) if (hasBit(bits, slot) && isWanted.has(squareOf(slot))) visit(slot)
  }

  #make(slots: number, count: number, squareOf: (slot: number) => number): void {
    for (const slot of this.#moved) clearBit(this.#hasMoved, slot)
    this.#moved = []
    if (this.#slots.length !== slots) {
      this.#slots = new Uint32Array(slots)
      this.#hasMoved = bitmapOf(slots)
    }
    const ends = new Uint32Array(count + 1)
    for (let slot = 0; slot < slots; slot++) ends[squareOf(slot) + 1]!++
    for (let square = 0; square < count; square++) ends[square + 1]! += ends[square]!
    this.#starts = ends.slice()
    for (let slot = 0; slot < slots; slot++) this.#slots[ends[squareOf(slot)]!++] = slot
    this.#isMade = true
  }
}
