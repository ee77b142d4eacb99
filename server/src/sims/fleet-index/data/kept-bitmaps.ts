import { type Bitmap, bitmapOf, writeBit } from './columns/bitmap.ts'
import type { Journal } from './columns/journal.ts'
import type { Slots } from './slots.ts'

const maxKept = 128
/** The share of changed slots from which a bitmap is filled anew. */
const largeShare = 1 / 8

/** One condition on a SIM. */
export type Leaf = {
  /** Sets the bits of the slots below `slots` that fulfil it, in a bitmap without set bits. */
  fill: (bits: Bitmap, slots: number) => void
  /**
   * Present if the bitmap is cached. The result of the condition changes only with these columns. Leaves with the same key have the same
   * condition.
   */
  kept?: { key: string; columns: readonly { readonly journal: Journal }[]; test: (slot: number) => boolean }
}

type Kept = { bits: Bitmap; positions: number[] }

/** The bitmaps of the leaves that were used last. Only slots that changed since then are tested again. */
export class KeptBitmaps {
  readonly #slots: Slots
  readonly #kept = new Map<string, Kept>()

  constructor(slots: Slots) {
    this.#slots = slots
  }

  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bits }) => sum + bits.byteLength, 0)
  }

  /** Forgets all bitmaps. They are too short when the capacity has grown. */
  clear(): void {
    this.#kept.clear()
  }

  /** The bitmap of a leaf. The caller must not change it. The bits of released slots have no meaning. */
  of(leaf: Leaf): Bitmap {
    if (!leaf.kept) return this.#filled(leaf)
    const { key, columns, test } = leaf.kept
    const journals = [this.#slots.journal, ...columns.map(({ journal }) => journal)]
    const last = this.#kept.get(key)
    const changed = last ? this.#changed(journals, last.positions) : null
    const bits = last && changed ? last.bits : this.#filled(leaf)
    for (const slot of changed ?? []) writeBit(bits, slot, test(slot))
    this.#kept.delete(key)
    this.#kept.set(key, { bits, positions: journals.map(({ position }) => position) })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break
      this.#kept.delete(oldest)
    }
    return bits
  }

  /** The bitmap of a leaf, which is not kept unless it was before. The caller must not change it. */
  look(leaf: Leaf): Bitmap {
    return leaf.kept && this.#kept.has(leaf.kept.key) ? this.of(leaf) : this.#filled(leaf)
  }

  #filled(leaf: Leaf): Bitmap {
    const bits = bitmapOf(this.#slots.capacity)
    leaf.fill(bits, this.#slots.limit)
    return bits
  }

  /** The slots that changed, each once; null if there are too many. */
  #changed(journals: readonly Journal[], positions: readonly number[]): Set<number> | null {
    const changed = new Set<number>()
    for (const [at, journal] of journals.entries()) {
      const slots = journal.since(positions[at]!)
      if (slots === null || slots.length > 1000 + this.#slots.size * largeShare) return null
      for (const slot of slots) changed.add(slot)
    }
    return changed
  }
}
