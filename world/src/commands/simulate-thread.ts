import { parentPort, workerData } from 'node:worker_threads'
import { simulateSession } from '@simdeck/simulator/simulation/simulate-session.ts'
import type { SimulationOptions } from '@simdeck/simulator/simulation/simulate-session.ts'
import { addReport, newTotals } from '@simdeck/simulator/simulation/totals.ts'

/** Work of one thread of `npm run simulate`. The thread simulates the sessions of its share of the seeds and posts totals regularly. */
export interface ThreadShare {
  seeds: { of: string; from: number; to: number; step: number } | { only: string }
  options: SimulationOptions
}

const perMessage = 250

function* seedsOf({ seeds }: ThreadShare): Generator<string> {
  if ('only' in seeds) yield seeds.only
  else for (let n = seeds.from; n < seeds.to; n += seeds.step) yield `${seeds.of}/${n}`
}

const share = workerData as ThreadShare
let totals = newTotals()
for (const seed of seedsOf(share)) {
  addReport(totals, simulateSession(seed, share.options))
  if (totals.sessions < perMessage) continue
  parentPort?.postMessage(totals)
  totals = newTotals()
}
parentPort?.postMessage(totals)
