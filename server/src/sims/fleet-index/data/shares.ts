import type { CodedField, Share } from '../../sql/shares.ts'
import type { CodedColumn } from './columns/coded-column.ts'
import type { NumberColumn } from './columns/number-column.ts'

/** The greatest number of possible combinations that are counted in one array. */
const mostInArray = 2 ** 22

/** The number of slots for each combination of values of these columns that occurs, in no order. */
export function sharesOf(columns: readonly { name: CodedField; column: CodedColumn }[], slots: Uint32Array): Share[] {
  const sizes = columns.map(({ column }) => column.codesOf(() => true).length)
  const possible = sizes.reduce((product, size) => product * size, 1)
  const counts: { [key: number]: number } = possible <= mostInArray ? new Uint32Array(possible) : {}
  const codes = columns.map(({ column }) => column.codes)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    let key = 0
    for (let place = 0; place < codes.length; place++) key = key * sizes[place]! + codes[place]![slot]!
    counts[key] = (counts[key] ?? 0) + 1
  }
  const shares: Share[] = []
  for (const [key, count] of Object.entries(counts)) {
    if (count === 0) continue
    let rest = Number(key)
    const values: Share['values'] = {}
    for (const [place, { name, column }] of [...columns.entries()].toReversed()) {
      const value = column.valueOfCode(rest % sizes[place]!)
      values[name] = value === null ? null : String(value)
      rest = Math.floor(rest / sizes[place]!)
    }
    shares.push({ values, count })
  }
  return shares
}

/**
 * Counts slots by the value of a column. The descending `starts` divide the values: each number is of those from its start on, the one
 * after them of the smaller ones, and the last of the slots without a value.
 */
export function classesOf(column: NumberColumn, slots: Uint32Array, starts: readonly number[]): number[] {
  const counts = Array.from({ length: starts.length + 2 }, () => 0)
  for (const slot of slots) {
    const value = column.valueAt(slot)
    let at = 0
    if (value === null) at = starts.length + 1
    else while (at < starts.length && value < starts[at]!) at++
    counts[at]!++
  }
  return counts
}
