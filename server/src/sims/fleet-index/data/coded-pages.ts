import type { Bitmap } from './columns/bitmap.ts'
import type { BitmapPool } from './columns/bitmap-pool.ts'
import type { Places } from './columns/coded-column.ts'
import type { Wanted } from './pages.ts'

/** The slots of each value of a column by code, and the places of the values. `pageById` returns a page in the order of the ids. */
type Coded = { bitmaps: readonly Bitmap[]; places: Places; pageById: (wanted: Wanted) => number[] }

/**
 * The slots of a page in the order of a coded column, equal values by id. The SIMs of the list are counted value by value, from the nearer
 * end of the list until the page is complete. So no order of all slots is kept for such a column.
 */
export function codedPage({ bitmaps, places, pageById }: Coded, wanted: Wanted, descending: boolean, pool: BitmapPool): number[] {
  const { total, skip } = wanted
  const end = Math.min(total, skip + wanted.take)
  if (skip >= end) return []
  const isReversed = skip > total - end
  const [from, to] = isReversed ? [total - end, total - skip] : [skip, end]
  const parts: number[][] = []
  const [of, bits] = [pool.scratch(), pool.scratch()]
  let passed = 0
  for (const codes of codesOf(bitmaps, places, descending, isReversed)) {
    if (passed >= to) break
    const slots = united(codes, of, pool)
    const count = pool.countCommon(wanted.bits, slots)
    const [first, last] = [Math.max(0, from - passed), Math.min(count, to - passed)]
    passed += count
    if (first >= last) continue
    pool.common(bits, wanted.bits, slots)
    parts.push(pageById({ bits, total: count, skip: isReversed ? count - last : first, take: last - first }))
  }
  return (isReversed ? parts.toReversed() : parts).flat()
}

/** The bitmaps of each value, in the order of the list or against it: blanks are last in both directions of the list. */
function codesOf(bitmaps: readonly Bitmap[], { ofCode, blank }: Places, descending: boolean, isReversed: boolean): Bitmap[][] {
  const atPlace: Bitmap[][] = Array.from({ length: blank + 1 }, () => [])
  for (const [code, bitmap] of bitmaps.entries()) atPlace[ofCode[code]!]!.push(bitmap)
  const blanks = atPlace.pop()!
  const sorted = [...(descending ? atPlace.toReversed() : atPlace), blanks]
  return isReversed ? sorted.toReversed() : sorted
}

/** The slots in one of the bitmaps; in `to` if there are several. */
function united([first, second, ...others]: readonly Bitmap[], to: Bitmap, pool: BitmapPool): Bitmap {
  if (!second) return first!
  pool.either(to, first!, second)
  for (const other of others) pool.either(to, to, other)
  return to
}
