import { type Bitmap, hasBit } from './columns/bitmap.ts'
import type { Sorted } from './order.ts'

/** A page of a list: `bits` are the SIMs of the list, `total` is their number. */
export type Wanted = { bits: Bitmap; total: number; skip: number; take: number }

/** A section of an order: the places from `from` to `to` in steps of 1 or −1, without `to`. */
type Section = { from: number; to: number; step: 1 | -1 }

/** The section of the values and that of the blanks, which come last in both directions. */
function sectionsOf({ values, total }: Sorted, descending: boolean): Section[] {
  if (descending)
    return [
      { from: values - 1, to: -1, step: -1 },
      { from: total - 1, to: values - 1, step: -1 },
    ]
  return [
    { from: 0, to: values, step: 1 },
    { from: values, to: total, step: 1 },
  ]
}

const reversed = ({ from, to, step }: Section): Section => ({ from: to - step, to: from - step, step: step === 1 ? -1 : 1 })

/** The slots of a page, read from an order of all slots. The scan begins at the nearer end. */
export function pageOf(sorted: Sorted, { bits, total, skip, take }: Wanted, descending: boolean): number[] {
  const end = Math.min(total, skip + take)
  if (skip >= end) return []
  const forth = sectionsOf(sorted, descending)
  if (total === sorted.total) return sliceOf(sorted.slots, forth, skip, end)
  if (skip <= total - end) return matchesIn(sorted.slots, forth, bits, skip, end - skip)
  return matchesIn(sorted.slots, forth.toReversed().map(reversed), bits, total - end, end - skip).toReversed()
}

function sliceOf(slots: Uint32Array, forth: readonly Section[], skip: number, end: number): number[] {
  const page: number[] = []
  let passed = 0
  for (const { from, to, step } of forth) {
    const length = Math.abs(to - from)
    for (let at = Math.max(0, skip - passed); at < Math.min(length, end - passed); at++) page.push(slots[from + step * at]!)
    passed += length
  }
  return page
}

function matchesIn(slots: Uint32Array, forth: readonly Section[], bits: Bitmap, skip: number, take: number): number[] {
  const page: number[] = []
  let left = skip
  for (const { from, to, step } of forth) {
    let at = from
    for (; at !== to && left > 0; at += step) {
      const slot = slots[at]!
      left -= (bits[slot >>> 5]! >>> (slot & 31)) & 1
    }
    for (; at !== to; at += step) {
      if (!hasBit(bits, slots[at]!)) continue
      page.push(slots[at]!)
      if (page.length === take) return page
    }
  }
  return page
}
