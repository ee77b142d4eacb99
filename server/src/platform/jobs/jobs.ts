import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Service } from '../../config.ts'
import type { AdvisoryLocks } from '../db/advisory-locks.ts'
import type { WholeChange } from '../events/changes.ts'
import { framesOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Job, JobRun } from './job.ts'
import { kindOf } from './kind-of-error.ts'

/** Time after which a first run no longer delays the next job. */
const firstRunMs = 500

type Running = { job: Job; timer: NodeJS.Timeout; run: Promise<void> | null; again: boolean }

type Options = {
  log: Logger
  metrics: Metrics
  services: readonly Service[]
  /** Locks of the jobs that run on one node at a time. */
  locks: Pick<AdvisoryLocks, 'take' | 'release' | 'close'>
  /** Called after every run. */
  onRun: (job: Job, run: JobRun) => void
}

/**
 * Runs the recurring work of this node, each job at its interval and never twice at a time. A run that fails is logged and counted,
 * delays no other job, and is repeated at the next interval.
 */
export class Jobs {
  readonly #options: Options
  readonly #running = new Map<Job, Running>()
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Starts those of the jobs that belong to the services of this node. The first runs come one after the other. */
  start(jobs: readonly Job[]): void {
    const { services } = this.#options
    const first: Running[] = []
    for (const job of jobs) {
      if (this.#closed || (job.on && !job.on.some((service) => services.includes(service)))) continue
      const running: Running = { job, timer: setInterval(() => this.#begin(running), job.everyMs), run: null, again: false }
      this.#running.set(job, running)
      if (!job.startsLater) first.push(running)
    }
    void this.#beginInTurn(first.toSorted((one, other) => Number(other.job.startsFirst ?? false) - Number(one.job.startsFirst ?? false)))
  }

  /** Begins each run after the previous one has ended or run for a while. Simultaneous runs would each open a database connection. */
  async #beginInTurn(jobs: readonly Running[]): Promise<void> {
    for (const running of jobs) {
      this.#begin(running)
      await Promise.race([running.run, delay(firstRunMs, null, { ref: false })])
    }
  }

  /** Runs the job now, or once more after the run under way; does nothing on a node without its service. */
  now(job: Job): void {
    const running = this.#running.get(job)
    if (running?.run) running.again = true
    else if (running) this.#begin(running)
  }

  /** Runs the jobs that this change concerns. */
  onChange(change: WholeChange): void {
    for (const job of this.#running.keys()) if (job.alsoAfter?.(change)) this.now(job)
  }

  /** Starts no further run, and waits for those under way. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#running.values()) clearInterval(timer)
    await this.idle()
    await this.#options.locks.close()
  }

  /** Waits for the runs under way. */
  async idle(): Promise<void> {
    for (const { run } of this.#running.values()) await run
  }

  #begin(running: Running): void {
    if (this.#closed || running.run) return
    running.again = false
    running.run = this.#attempt(running.job).finally(() => {
      running.run = null
      if (running.again) this.#begin(running)
    })
  }

  async #attempt(job: Job): Promise<void> {
    const { log, metrics, onRun } = this.#options
    const { name } = job
    const startedAt = new Date()
    const startedMs = performance.now()
    let error: Error | null = null
    try {
      if (!(await this.#runOnce(job))) return
    } catch (thrown) {
      error = thrown as Error
      log.warn({ work: name, errorName: error.name, stack: framesOf(error) }, 'recurring work failed and is tried again')
    }
    const durationMs = Math.round(performance.now() - startedMs)
    metrics.recurringRuns.inc({ work: name, outcome: error ? 'failed' : 'succeeded' })
    metrics.recurringSeconds.observe({ work: name }, durationMs / 1000)
    log.debug({ work: name, ms: durationMs, outcome: error ? 'failed' : 'succeeded' }, 'recurring work ran')
    onRun(job, { startedAt, durationMs, error: error && kindOf(error) })
  }

  /** False if another node is running the job. */
  async #runOnce({ name, onOneNode, run }: Job): Promise<boolean> {
    const { locks } = this.#options
    const number = lockNumber(name)
    if (onOneNode && !(await locks.take(number))) return false
    try {
      await run()
      return true
    } finally {
      if (onOneNode) await locks.release(number)
    }
  }
}

/** A number for PostgreSQL's advisory locks. */
const lockNumber = (name: string): number => createHash('sha256').update(name).digest().readInt32BE()
