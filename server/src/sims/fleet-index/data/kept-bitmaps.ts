import { type Bitmap, hasBit, writeBit } from './columns/bitmap.ts'
import type { Journal } from './columns/journal.ts'
import type { Slots } from './slots.ts'

const maxKept = 128
/** The share of changed slots from which a bitmap is filled anew. */
const largeShare = 1 / 8
/** The longest and the shortest time for which a bitmap of a condition that depends on the time is kept, in microseconds. */
const keptTime = 60e6
const leastKeptTime = 0.5e6
/** The greatest number of slots whose moment comes within that time. If there are more, the bitmap is kept for a shorter time. */
const maxDue = 16_384

/** One condition on a SIM. */
export type Leaf = {
  /** Sets the bits of the slots below `slots` that fulfil it, in a bitmap without set bits. */
  fill: (bits: Bitmap, slots: number) => void
  /**
   * Present if the bitmap is cached. The result of the condition changes only with these columns, and with the time if it has `moments`.
   * Leaves with the same key have the same condition.
   */
  kept?: { key: string; columns: readonly { readonly journal: Journal }[]; test: (slot: number) => boolean; moments?: Moments }
}

/**
 * The time of a condition: the present one, and the first moment from `from` on at which the result for a slot may become another one;
 * Infinity if there is none. In microseconds since 1970.
 */
type Moments = { now: number; nextOf: (slot: number, from: number) => number }

/** The slots whose moment is between two times. */
type Due = { from: number; until: number; slots: number[] }

type Kept = { bits: Bitmap; positions: number[]; due: Due | null; keptTime: number }

/** The bitmaps of the leaves that were used last. Only slots that changed since then, or whose moment came, are tested again. */
export class KeptBitmaps {
  readonly #slots: Slots
  readonly #kept = new Map<string, Kept>()

  constructor(slots: Slots) {
    this.#slots = slots
  }

  /** Forgets all bitmaps. They are too short when the capacity has grown. */
  clear(): void {
    this.#kept.clear()
  }

  /** The bitmap of a leaf, valid until the end of the question. The caller must not change it. The bits of released slots have no meaning. */
  of(leaf: Leaf): Bitmap {
    if (!leaf.kept) return this.#once(leaf)
    const { key } = leaf.kept
    const kept = this.#updated(leaf, leaf.kept)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    for (const [oldest, { bits }] of this.#kept) {
      if (this.#kept.size <= maxKept) break
      this.#kept.delete(oldest)
      this.#slots.bitmaps.giveLater(bits)
    }
    return kept.bits
  }

  /** The bitmap of a leaf, which is not kept unless it was before. The caller must not change it. */
  look(leaf: Leaf): Bitmap {
    return leaf.kept && this.#kept.has(leaf.kept.key) ? this.of(leaf) : this.#once(leaf)
  }

  #once(leaf: Leaf): Bitmap {
    return this.#filled(leaf, this.#slots.bitmaps.scratch())
  }

  #filled(leaf: Leaf, bits: Bitmap): Bitmap {
    leaf.fill(bits.fill(0), this.#slots.limit)
    return bits
  }

  #updated(leaf: Leaf, { key, columns, test, moments }: NonNullable<Leaf['kept']>): Kept {
    const journals = [this.#slots.journal, ...columns.map(({ journal }) => journal)]
    const last = this.#kept.get(key)
    const isCurrent = last && (!moments || (last.due !== null && last.due.from <= moments.now && moments.now <= last.due.until))
    const changed = isCurrent ? this.#changed(journals, last.positions) : null
    const positions = journals.map(({ position }) => position)
    if (!last || changed === null) {
      const bits = this.#filled(leaf, last?.bits ?? this.#slots.bitmaps.take())
      const time = last?.keptTime ?? keptTime
      const due = moments && time >= leastKeptTime ? this.#dueOf(moments, time) : null
      return { bits, positions, due, keptTime: due ? time : time / 8 }
    }
    const { bits, due } = last
    for (const slot of changed) writeBit(bits, slot, test(slot))
    if (!moments || !due) return { ...last, positions }
    for (const slot of changed) if (moments.nextOf(slot, due.from) <= due.until) due.slots.push(slot)
    for (const slot of due.slots) writeBit(bits, slot, test(slot))
    return { ...last, positions, due: due.slots.length > maxDue ? null : due }
  }

  /** Null if there are too many slots whose moment comes soon. */
  #dueOf({ now, nextOf }: Moments, time: number): Due | null {
    const due: Due = { from: now, until: now + time, slots: [] }
    const { limit, alive } = this.#slots
    for (let slot = 0; slot < limit; slot++) {
      if (!hasBit(alive, slot) || nextOf(slot, now) > due.until) continue
      due.slots.push(slot)
      if (due.slots.length > maxDue) return null
    }
    return due
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
