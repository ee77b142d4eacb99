import { type Bitmap, bitmapOf, clearBit, setBit, widened } from './columns/bitmap.ts'
import type { Slots } from './slots.ts'

const maxKept = 16

/** Stands for the SIMs that are set aside. Ids of selections are positive. */
export const quarantineId = 0

/** `awaited` are the ids that the index does not know yet. */
type Selection = { bits: Bitmap; awaited: Set<number> }

/** The SIMs of the selections that were used last, as bitmaps. */
export class Selections {
  readonly #slots: Slots
  readonly #selections = new Map<number, Selection>()

  constructor(slots: Slots) {
    this.#slots = slots
  }

  get bytes(): number {
    return [...this.#selections.values()].reduce((sum, { bits }) => sum + bits.byteLength, 0)
  }

  has(id: number): boolean {
    return this.#selections.has(id)
  }

  /** Keeps a selection, and forgets the one that was used least recently when there are too many. */
  set(id: number, simIds: Iterable<number>): void {
    const bits = bitmapOf(this.#slots.capacity)
    const awaited = new Set<number>()
    for (const simId of simIds) {
      const slot = this.#slots.slotOf(simId)
      if (slot < 0) awaited.add(simId)
      else setBit(bits, slot)
    }
    this.#use(id, { bits, awaited })
    const [oldest] = this.#selections.keys()
    if (this.#selections.size > maxKept) this.#selections.delete(oldest!)
  }

  of(id: number): Bitmap {
    const selection = this.#selections.get(id)
    if (!selection) throw new Error(`the index does not hold selection ${id}`)
    this.#use(id, selection)
    return selection.bits
  }

  taken(slot: number, simId: number): void {
    for (const { bits, awaited } of this.#selections.values()) if (awaited.delete(simId)) setBit(bits, slot)
  }

  released(slot: number): void {
    for (const { bits } of this.#selections.values()) clearBit(bits, slot)
  }

  grow(): void {
    for (const selection of this.#selections.values()) selection.bits = widened(selection.bits, this.#slots.capacity)
  }

  #use(id: number, selection: Selection): void {
    this.#selections.delete(id)
    this.#selections.set(id, selection)
  }
}
