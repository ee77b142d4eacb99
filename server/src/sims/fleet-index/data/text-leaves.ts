import type { SimFieldName } from '@simdeck/contract/sim-fields.ts'
import { wholeSpellingsOf } from '@simdeck/contract/sim-search.ts'
import { type Bitmap, countBits, hasBit, setBit } from './columns/bitmap.ts'
import { fold } from './columns/fold.ts'
import type { TextColumn } from './columns/text-column.ts'
import type { Leaf } from './kept-bitmaps.ts'
import type { Order } from './order.ts'
import { firstAfter } from './sorted.ts'

/** A text column with the order of its texts. */
export type OrderedTexts = { name: SimFieldName; column: TextColumn; order: () => Order }

const encoder = new TextEncoder()
const keyOf = (kind: string, texts: readonly OrderedTexts[], values: readonly string[]): string =>
  JSON.stringify([kind, texts.map(({ name }) => name), values])

/** Finds SIMs that contain one of the needles in one of the columns. Upper and lower case are equal. */
export function partLeaf(texts: readonly OrderedTexts[], needles: readonly string[]): Leaf {
  const folded = [...new Set(needles.map(fold))]
  const octets = folded.map((needle) => encoder.encode(needle))
  const columns = texts.map(({ column }) => column)
  const occursIn = (among: readonly TextColumn[], slot: number): boolean =>
    among.some((column) => octets.some((needle) => column.holds(slot, needle)))
  return {
    kept: { key: keyOf('part', texts, folded), columns, test: (slot) => occursIn(columns, slot) },
    fill(bits, slots) {
      const scanned = octets.every(({ length }) => length > 0) ? scanMost(columns, octets, bits, slots) : 0
      const rest = columns.slice(scanned)
      if (rest.length > 0) for (let slot = 0; slot < slots; slot++) if (!hasBit(bits, slot) && occursIn(rest, slot)) setBit(bits, slot)
    },
  }
}

/** Scans one column after the other, until so few slots are left that it is faster to test each. Returns the number of scanned columns. */
function scanMost(columns: readonly TextColumn[], needles: readonly Uint8Array[], bits: Bitmap, slots: number): number {
  for (const [at, column] of columns.entries()) {
    if (at > 0 && 10 * (slots - countBits(bits)) < slots) return at
    for (const needle of needles) column.mark(needle, bits, slots)
  }
  return columns.length
}

/** Finds SIMs that have exactly one of the values in one of the columns. */
export function wholeLeaf(texts: readonly OrderedTexts[], values: readonly string[]): Leaf {
  const wanted = new Set(values)
  const columns = texts.map(({ column }) => column)
  return {
    kept: {
      key: keyOf('whole', texts, values),
      columns,
      test: (slot) => columns.some((column) => wanted.has(column.valueAt(slot) ?? '') && !column.isBlank(slot)),
    },
    fill(bits) {
      const octets = [...wanted].map((value) => encoder.encode(value)).toSorted((one, other) => Buffer.compare(one, other))
      for (const { column, order } of texts) {
        const { slots, values: count } = order().now()
        let from = 0
        for (const value of octets) {
          from = firstAfter(slots, from, count, (slot) => column.compareWith(slot, value) >= 0)
          for (; from < count && column.compareWith(slots[from]!, value) === 0; from++) setBit(bits, slots[from]!)
        }
      }
    },
  }
}

/** Finds SIMs that have one of the numbers, in any of its spellings, in one of the columns. */
export const numberedLeaf = (texts: readonly OrderedTexts[], numbers: readonly string[]): Leaf =>
  wholeLeaf(texts, [...new Set(numbers.flatMap(wholeSpellingsOf))])
