import type { Bitmap } from './columns/bitmap.ts'
import type { BitmapPool } from './columns/bitmap-pool.ts'
import type { Wanted } from './pages.ts'

/** The bitmaps of each value in ascending order, blanks last. `pageById` returns a page in the order of the ids. */
type Valued = { values: readonly Bitmap[][]; pageById: (wanted: Wanted) => number[] }

/**
 * The slots of a page in the order of a column with few values, equal values by id. The SIMs of the list are counted value by value, from
 * the nearer end of the list until the page is complete. So no order of all slots is kept for such a column.
 */
export function valuedPage({ values, pageById }: Valued, wanted: Wanted, descending: boolean, pool: BitmapPool): number[] {
  const { total, skip } = wanted
  const end = Math.min(total, skip + wanted.take)
  if (skip >= end) return []
  const isReversed = skip > total - end
  const [from, to] = isReversed ? [total - end, total - skip] : [skip, end]
  const parts: number[][] = []
  const [of, bits] = [pool.scratch(), pool.scratch()]
  let passed = 0
  for (const bitmaps of inOrder(values, descending, isReversed)) {
    if (passed >= to) break
    if (bitmaps.length === 0) continue
    const slots = united(bitmaps, of, pool)
    const count = pool.countCommon(wanted.bits, slots)
    const [first, last] = [Math.max(0, from - passed), Math.min(count, to - passed)]
    passed += count
    if (first >= last) continue
    pool.common(bits, wanted.bits, slots)
    parts.push(pageById({ bits, total: count, skip: isReversed ? count - last : first, take: last - first }))
  }
  return (isReversed ? parts.toReversed() : parts).flat()
}

/** The values in the order of the list or against it: blanks are last in both directions of the list. */
function inOrder(values: readonly Bitmap[][], descending: boolean, isReversed: boolean): readonly Bitmap[][] {
  const sorted = descending ? [...values.slice(0, -1).toReversed(), values.at(-1)!] : values
  return isReversed ? sorted.toReversed() : sorted
}

/** The slots in one of the bitmaps; in `to` if there are several. */
function united([first, second, ...others]: readonly Bitmap[], to: Bitmap, pool: BitmapPool): Bitmap {
  if (!second) return first!
  pool.either(to, first!, second)
  for (const other of others) pool.either(to, to, other)
  return to
}
