import type { NumberColumn } from './columns/number-column.ts'

/** The numbers of the slots before the first of these ascending times, from each time on until the next, and last those without one. */
export function pollsOf(column: NumberColumn, slots: Uint32Array, times: readonly number[]): number[] {
  const counts = Array.from({ length: times.length + 2 }, () => 0)
  for (const slot of slots) {
    if (column.isBlank(slot)) counts[times.length + 1]!++
    else counts[placeOf(column.values[slot]!, times)]!++
  }
  return counts
}

/** The number of times that are not after this one. */
function placeOf(time: number, times: readonly number[]): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! <= time) low = middle + 1
    else high = middle
  }
  return low
}
