import type { NumberColumn } from './columns/number-column.ts'

/**
 * Counts slots by the value of a column. The ascending `times` divide the values: the first number is of those before the first time, the
 * next ones are of those from each time on, the last is of the slots without a value.
 */
export function pollsOf(column: NumberColumn, slots: Uint32Array, times: readonly number[]): number[] {
  const counts = Array.from({ length: times.length + 2 }, () => 0)
  for (const slot of slots) {
    if (column.isBlank(slot)) counts[times.length + 1]!++
    else counts[placeOf(column.values[slot]!, times)]!++
  }
  return counts
}

/** The number of `times` that are not after `time`. */
function placeOf(time: number, times: readonly number[]): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! <= time) low = middle + 1
    else high = middle
  }
  return low
}
