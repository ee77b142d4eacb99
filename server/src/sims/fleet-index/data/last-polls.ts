import { type OwnIntervals, ownPollSeconds } from '@simdeck/contract/silence.ts'
import { type Bitmap, setBit } from './columns/bitmap.ts'
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

type Overdue = { polls: NumberColumn; seconds: NumberColumn; own: OwnIntervals; now: number }

/** Sets the bits of the slots below `slots` whose last poll is as many of their own poll intervals ago. */
export function fillOverdue(bits: Bitmap, slots: number, { polls, seconds, own: { intervals, most }, now }: Overdue): void {
  const times = polls.values
  // A poll from then on is younger than the shortest own interval allows.
  const recent = now - intervals * ownPollSeconds(0) * 1e6
  for (let slot = 0; slot < slots; slot++) {
    const time = times[slot]!
    if (time >= recent || polls.isBlank(slot)) continue
    const interval = ownPollSeconds(seconds.valueAt(slot)) * 1e6
    if (time < now - intervals * interval && time >= now - most * interval) setBit(bits, slot)
  }
}
