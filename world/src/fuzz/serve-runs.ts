import { parentPort, workerData } from 'node:worker_threads'
import { Random } from '@simdeck/simulator/random.ts'
import { shrink } from './shrink.ts'
import type { FuzzTarget } from './target.ts'

/** Task of a worker: the runs first, first + step, … below `end`. */
export interface RunOrder {
  target: string
  seed: string
  first: number
  step: number
  end: number
  /** Index of the current run, which the main thread reads; -1 before the first. */
  progress: SharedArrayBuffer
}

export type RunReport =
  /** Number of runs per outcome. */
  | { kind: 'done'; outcomes: Record<string, number> }
  | { kind: 'threw'; index: number; error: string; input: Uint8Array; shrunk: Uint8Array }

/** Input of a run. */
export function inputOf(target: FuzzTarget, seed: string, index: number): Uint8Array {
  return target.make(new Random(`${seed}/${index}`))
}

/** Most inputs are refused by a thrown error, whose stack trace would take half of a run's time. */
const noStacks = 0
const shownStack = 30

/** Main function of a worker: runs the inputs until it finds a fault. */
export async function serveRuns(target: FuzzTarget): Promise<void> {
  const { seed, first, step, end, progress } = workerData as RunOrder
  const running = new Int32Array(progress)
  const outcomes: Record<string, number> = {}
  Error.stackTraceLimit = noStacks
  for (let index = first; index < end; index += step) {
    Atomics.store(running, 0, index)
    const input = inputOf(target, seed, index)
    try {
      const ended = target.run(input)
      const outcome = typeof ended === 'string' ? ended : await ended
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    } catch (error) {
      const message = String(error)
      const shrunk = await shrink(input, async (smaller) => String(await errorOf(target, smaller)) === message)
      Error.stackTraceLimit = shownStack
      const again = await errorOf(target, shrunk)
      const report = { kind: 'threw', index, error: again?.stack ?? message, input, shrunk } as const
      parentPort?.postMessage(report satisfies RunReport)
      return
    }
  }
  parentPort?.postMessage({ kind: 'done', outcomes } satisfies RunReport)
}

async function errorOf(target: FuzzTarget, input: Uint8Array): Promise<Error | null> {
  try {
    await target.run(input)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
