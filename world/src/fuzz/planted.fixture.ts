import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { workerData } from 'node:worker_threads'
import { serveRuns } from './serve-runs.ts'
import type { RunOrder } from './serve-runs.ts'

const { target: fault } = workerData as RunOrder
const held: number[][] = []

/** A target with one planted fault, which every input with an FF triggers. */
await serveRuns({
  make: (random) => (random.between(0, 99) === 50 ? bytesOf(1, 2, 0xff, 4) : random.bytes(4).map((octet) => octet & 0x7f)),
  run(input) {
    if (!input.includes(0xff)) return 'right'
    if (fault === 'throws') throw new RangeError('planted')
    while (fault === 'hangs');
    while (fault === 'memory') held.push(Array<number>(4_000_000).fill(0.5))
    return 'right'
  },
})
