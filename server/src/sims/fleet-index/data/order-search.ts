import type { TextColumn } from './columns/text-column.ts'
import { firstAfter, type Sorted } from './sorted.ts'

/** A search of a column whose texts are their folded forms, along the order of the texts. `offer` gets each match and its key. */
export type OrderSearch = {
  column: TextColumn
  sorted: Sorted
  needle: Uint8Array
  take: number
  isWanted: (slot: number) => boolean
  offer: (slot: number, key: number) => void
}

/** The number of texts after which a search gives up, since reading the memory from its start to its end is faster. */
const maxTexts = 10_000
/** The kinds of a match, as `scan.wat` describes them. */
const [whole, start, part] = [0, 1, 2]

const keyOf = (kind: number, length: number): number => (kind << 16) | Math.min(length, 0xffff)

/** The smallest key of a text that contains the needle and does not begin with it. */
export const leastPartKey = (column: TextColumn): number => keyOf(part, column.folded.shortest)

/** Offers the best texts that begin with the needle. False if it gave up. */
export function offerStarts(search: OrderSearch): boolean {
  const { column, sorted, needle } = search
  const from = firstAfter(sorted.slots, 0, sorted.values, (slot) => column.compareStart(slot, needle) >= 0)
  const to = firstAfter(sorted.slots, from, sorted.values, (slot) => column.compareStart(slot, needle) > 0)
  return offerBest(search, from, to, (length) => (length === needle.length ? whole : start))
}

/** Offers the best texts that contain the needle; those that begin with it must have been offered. False if it gave up. */
export function offerParts(search: OrderSearch): boolean {
  const { column, sorted, needle, isWanted } = search
  return offerBest({ ...search, isWanted: (slot) => column.holds(slot, needle) && isWanted(slot) }, 0, sorted.values, () => part)
}

/** Texts of equal length come in their order, so the search ends once `take` of the shortest texts are found. */
function offerBest(
  { column, sorted, needle, take, isWanted, offer }: OrderSearch,
  from: number,
  to: number,
  kindOf: (length: number) => number,
) {
  const { shortest } = column.folded
  if (!column.folded.mayHold(needle)) return true
  let found = 0
  for (let at = from; at < to; at++) {
    if (at - from === maxTexts) return false
    const slot = sorted.slots[at]!
    if (!isWanted(slot)) continue
    const length = column.foldedLength(slot)
    offer(slot, keyOf(kindOf(length), length))
    if (length === shortest && ++found === take) return true
  }
  return true
}
