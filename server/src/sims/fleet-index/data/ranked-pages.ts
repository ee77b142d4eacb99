import { type Bitmap, hasBit, subtract } from './columns/bitmap.ts'
import type { Ranks } from './columns/column.ts'
import type { Sorted } from './order.ts'
import type { Wanted } from './pages.ts'

/** The slots of one rank that a page shows: those from `from` until before `to`, of all of this rank in the list. */
type Window = { from: number; to: number; count: number; passed: number; slots: number[] }

/** The slots of all SIMs: in a bitmap, and in the order of their ids. */
type Fleet = { alive: Bitmap; size: number; byId: Sorted }

/**
 * The slots of a page in the order of ranks, equal ranks by id. The SIMs of the list are counted by rank, and the few ranks of the page are
 * collected along the order of the ids. So no order of all slots is kept for such a column.
 */
export function rankedPage(ranks: Ranks, fleet: Fleet, wanted: Wanted, descending: boolean): number[] {
  const { total, skip, take } = wanted
  const end = Math.min(total, skip + take)
  if (skip >= end) return []
  const windows = windowsOf(countsOf(ranks, wanted, fleet), skip, end, descending)
  const [first] = windows.values()
  // One deep window is nearer to the other end.
  const isReversed = windows.size === 1 && first !== undefined && first.from > first.count - first.to
  if (isReversed) windows.forEach((window) => turn(window))
  collect(ranks, fleet.byId, wanted.bits, windows, descending !== isReversed)
  const pages = [...windows.values()].map(({ slots }) => (isReversed ? slots.toReversed() : slots))
  return pages.flat()
}

/** The number of the slots of the list for each rank. */
function countsOf(ranks: Ranks, { bits, total }: Wanted, fleet: Fleet): Uint32Array {
  const { ofCode, blank, counts } = ranks
  let byCode = new Uint32Array(ofCode.length)
  if (counts === null || 2 * total < fleet.size) addCounts(byCode, ranks, bits, 1)
  else {
    // Most SIMs are in the list, so the others are counted.
    byCode = Uint32Array.from(counts)
    byCode[0] = fleet.size - counts.reduce((sum, count) => sum + count, 0)
    if (total < fleet.size) {
      const others = fleet.alive.slice()
      subtract(others, bits)
      addCounts(byCode, ranks, others, -1)
    }
  }
  const byRank = new Uint32Array(blank + 1)
  for (let code = 0; code < byCode.length; code++) byRank[ofCode[code]!]! += byCode[code]!
  return byRank
}

function addCounts(byCode: Uint32Array, { codes, offset }: Ranks, bits: Bitmap, sign: 1 | -1): void {
  for (let word = 0; word < bits.length; word++)
    for (let value = bits[word]!; value !== 0; value &= value - 1)
      byCode[codes[(word << 5) + 31 - Math.clz32(value & -value)]! + offset]! += sign
}

/** The ranks between two places of the list, in the order of the list: blanks come last in both directions. */
function windowsOf(counts: Uint32Array, skip: number, end: number, descending: boolean): Map<number, Window> {
  const windows = new Map<number, Window>()
  const blank = counts.length - 1
  let passed = 0
  for (let at = 0; at <= blank && passed < end; at++) {
    const rank = at === blank || !descending ? at : blank - 1 - at
    const count = counts[rank]!
    const [from, to] = [Math.max(0, skip - passed), Math.min(count, end - passed)]
    if (from < to) windows.set(rank, { from, to, count, passed: 0, slots: [] })
    passed += count
  }
  return windows
}

/** Counts a window from the other end. */
function turn(window: Window): void {
  const { from, to, count } = window
  window.from = count - to
  window.to = count - from
}

/** Collects the slots of the windows along the order of the ids, or against it. */
function collect(
  { codes, offset, ofCode, blank }: Ranks,
  byId: Sorted,
  bits: Bitmap,
  windows: ReadonlyMap<number, Window>,
  backwards: boolean,
): void {
  const all = [...windows.values()]
  /** The number of the window of each rank; 0 for none. */
  const windowOf = new Uint32Array(blank + 1)
  for (const [at, rank] of [...windows.keys()].entries()) windowOf[rank] = at + 1
  let left = all.reduce((sum, { from, to }) => sum + to - from, 0)
  const { slots, total } = byId
  for (let at = 0; left > 0 && at < total; at++) {
    const slot = slots[backwards ? total - 1 - at : at]!
    const number = windowOf[ofCode[codes[slot]! + offset]!]!
    if (number === 0 || !hasBit(bits, slot)) continue
    const window = all[number - 1]!
    const place = window.passed++
    if (place < window.from || place >= window.to) continue
    window.slots.push(slot)
    left--
  }
}
