import { Worker } from 'node:worker_threads'
import type { RunOrder, RunReport } from './serve-runs.ts'

export interface FuzzOptions {
  target: string
  seed: string
  /** First of the runs; the last one is `first` + `runs` - 1. */
  first: number
  runs: number
  workers: number
  /** Module that each worker runs. */
  program?: URL
}

/** A fault that an input caused. */
export type Finding =
  | { kind: 'threw'; index: number; error: string; input: Uint8Array; shrunk: Uint8Array }
  | { kind: 'hangs' | 'memory'; index: number }

export type FuzzResult = { finding: Finding | null; outcomes: Record<string, number> }

/** Processor time after which an input counts as hanging; other processes may use the rest of the time. */
const hangMs = 1000
/** Elapsed time after which an input without any processor use counts as hanging. */
const idleMs = 10_000
/** Memory that the workers may add to what the process uses before them. */
const memoryLimitBytes = 512 * 1024 * 1024
const watchMs = 100
/** Limit of a worker's memory that cannot be freed; two workers fit into the limit of the process. */
const heapMb = 96
/** Small, so that freed memory is returned before the process counts as too large. */
const youngMb = 8

type Ended = { how: 'report'; report: RunReport } | { how: 'hangs' | 'memory'; index: number }

/** Runs the inputs in workers and watches them; ends with the first finding. Rejects when a worker cannot run at all. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { first, runs, workers } = options
  const memoryEnd = process.memoryUsage.rss() + memoryLimitBytes
  const outcomes: Record<string, number> = {}
  const stop = new AbortController()
  const end = first + runs
  const parts = Array.from({ length: Math.min(workers, runs) }, (_, i) =>
    runPart({ ...options, memoryEnd }, { first: first + i, step: workers, end }, outcomes, stop),
  )
  const findings = await Promise.all(parts)
  return { finding: findings.find((one) => one !== null) ?? null, outcomes }
}

type Part = Pick<RunOrder, 'first' | 'step' | 'end'>

/** Options and the memory of the process, in octets, at which a run counts as filling it. */
type Watched = FuzzOptions & { memoryEnd: number }

async function runPart(options: Watched, part: Part, outcomes: Record<string, number>, stop: AbortController): Promise<Finding | null> {
  for (let { first } = part; first < part.end && !stop.signal.aborted;) {
    const ended = await runWorker(options, { ...part, first }, stop.signal)
    if (ended === null) return null
    if (ended.how === 'report' && ended.report.kind === 'done') {
      for (const [outcome, count] of Object.entries(ended.report.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count
      return null
    }
    const finding = ended.how === 'report' ? ended.report : await confirm(options, ended.how, ended.index, stop.signal)
    if (finding && finding.kind !== 'done') {
      stop.abort()
      return finding
    }
    if (ended.how !== 'report') first = ended.index + part.step
  }
  return null
}

/**
 * Repeats a run that seemed to hang, since a busy machine delays any run. A run that fills the memory may need the runs before it, so it is
 * not repeated.
 */
async function confirm(options: Watched, kind: 'hangs' | 'memory', index: number, signal: AbortSignal): Promise<Finding | null> {
  if (kind === 'memory') return { kind, index }
  const ended = await runWorker(options, { first: index, step: 1, end: index + 1 }, signal)
  if (ended === null) return null
  if (ended.how !== 'report') return { kind: ended.how, index }
  return ended.report.kind === 'threw' ? ended.report : null
}

/** Processor time of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs one worker to its end; null when the signal stopped it. */
function runWorker({ target, seed, program, memoryEnd }: Watched, part: Part, signal: AbortSignal): Promise<Ended | null> {
  const progress = new SharedArrayBuffer(4)
  const running = new Int32Array(progress).fill(-1)
  const order: RunOrder = { target, seed, ...part, progress }
  const worker = new Worker(program ?? new URL('./worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  })
  return new Promise<Ended | null>((done, failed) => {
    let seen = { index: -1, sinceMs: 0, usedMs: 0 }
    const finish = (ended: Ended | null): void => {
      clearInterval(watch)
      done(worker.terminate().then(() => ended))
    }
    const watch = setInterval(() => {
      const index = Atomics.load(running, 0)
      const [nowMs, usedMs] = [performance.now(), processorMs()]
      const tookMs = Math.min(nowMs - seen.sinceMs, usedMs - seen.usedMs)
      if (process.memoryUsage.rss() > memoryEnd) finish({ how: 'memory', index })
      else if (index !== seen.index || index < 0) seen = { index, sinceMs: nowMs, usedMs }
      else if (tookMs > hangMs || nowMs - seen.sinceMs > idleMs) finish({ how: 'hangs', index })
    }, watchMs)
    signal.addEventListener('abort', () => finish(null), { once: true })
    worker.once('message', (report: RunReport) => finish({ how: 'report', report }))
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return finish({ how: 'memory', index: Atomics.load(running, 0) })
      clearInterval(watch)
      failed(error)
    })
  })
}
