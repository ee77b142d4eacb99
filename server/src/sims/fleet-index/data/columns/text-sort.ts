import { RadixSort } from './radix-sort.ts'
import type { TextColumn } from './text-column.ts'

/** Runs up to this length are sorted by comparing their texts. */
const shortRun = 24
/** The number of slots that one step processes, unless one run is longer. */
const stepSlots = 50_000

/** A run of slots whose texts begin with the same `depth` octets. */
type Run = { from: number; to: number; depth: number }

/**
 * Sorts slots by their texts. A run is sorted by the next octets of its texts, packed into 32 bits. Then each run of texts that have these
 * octets in common is sorted in the same way. The fewer different octets the texts contain, the more of them fit into 32 bits: eight if the
 * texts are numbers.
 */
export function* sortTexts(column: TextColumn, slots: Uint32Array, from: number, to: number): Generator<void, void> {
  const { codes, bits, count } = packing(column)
  const radix = new RadixSort(to - from)
  const runs: Run[] = [{ from, to, depth: 0 }]
  let looked = 0
  for (let run = runs.pop(); run; run = runs.pop()) {
    const { depth } = run
    const size = run.to - run.from
    if (size <= shortRun) insertionSort(column, slots, run)
    else {
      for (let at = 0; at < size; at++) radix.keys[at] = column.keyAt(slots[run.from + at]!, depth, codes, count, bits)
      radix.sort(slots, run.from, run.to)
      pushRuns(runs, radix.keys, run, { depth: depth + count, ended: (1 << bits) - 1 })
    }
    looked += size
    if (looked < stepSlots) continue
    looked = 0
    yield
  }
}

/** A code for each octet that the texts hold, in the order of the octets; the code 0 for those that they do not hold. */
function packing(column: TextColumn): { codes: Uint8Array; bits: number; count: number } {
  const codes = new Uint8Array(256)
  const { octets } = column
  for (const [at, octet] of octets.entries()) codes[octet] = at + 1
  const bits = Math.max(1, 32 - Math.clz32(octets.length))
  return { codes, bits, count: Math.floor(32 / bits) }
}

/** Pushes the parts of a sorted run whose texts have the same key and continue after it. */
function pushRuns(runs: Run[], keys: Uint32Array, { from, to }: Run, { depth, ended }: { depth: number; ended: number }): void {
  for (let start = from; start < to;) {
    const key = keys[start - from]!
    let end = start + 1
    while (end < to && keys[end - from] === key) end++
    // The last code is 0 if the texts end here.
    if (end - start > 1 && (key & ended) !== 0) runs.push({ from: start, to: end, depth })
    start = end
  }
}

function insertionSort(column: TextColumn, slots: Uint32Array, { from, to, depth }: Run): void {
  for (let at = from + 1; at < to; at++) {
    const slot = slots[at]!
    let place = at
    while (place > from && column.compareFrom(depth, slots[place - 1]!, slot) > 0) {
      slots[place] = slots[place - 1]!
      place--
    }
    slots[place] = slot
  }
}
