import type { Logger } from 'pino'
import type { Service } from '../../config.ts'
import { framesOf } from '../log.ts'
import type { WholeChange } from '../events/changes.ts'
import type { Metrics } from '../metrics.ts'

/** Recurring work of a node. */
export type Job = {
  /** Its name in the log and in the metrics. */
  name: string
  everyMs: number
  /** Nodes with one of these services do it; left out, every node. */
  on?: readonly Service[]
  /** The first run comes after the first interval; otherwise at once. */
  startsLater?: true
  /** Which changes have it run at once, too. */
  alsoAfter?: (change: WholeChange) => boolean
  run: () => Promise<unknown>
}

type Running = { job: Job; timer: NodeJS.Timeout; run: Promise<void> | null; again: boolean }

/**
 * Does the recurring work of this node, each job at its interval and never twice at a time. A run that fails is logged and counted,
 * holds up no other job, and is tried again at the next interval.
 */
export class Jobs {
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #services: readonly Service[]
  readonly #running = new Map<Job, Running>()
  #closed = false

  constructor(options: { log: Logger; metrics: Metrics; services: readonly Service[] }) {
    this.#log = options.log
    this.#metrics = options.metrics
    this.#services = options.services
  }

  /** Begins to do those of the jobs that this node does. */
  start(jobs: readonly Job[]): void {
    for (const job of jobs) {
      if (this.#closed || (job.on && !job.on.some((service) => this.#services.includes(service)))) continue
      const running: Running = { job, timer: setInterval(() => this.#begin(running), job.everyMs), run: null, again: false }
      this.#running.set(job, running)
      if (!job.startsLater) this.#begin(running)
    }
  }

  /** Has the job run now, or once more after the run that is under way; does nothing where this node does not do it. */
  now(job: Job): void {
    const running = this.#running.get(job)
    if (running?.run) running.again = true
    else if (running) this.#begin(running)
  }

  /** Has the jobs run that such a change concerns. */
  hear(change: WholeChange): void {
    for (const job of this.#running.keys()) if (job.alsoAfter?.(change)) this.now(job)
  }

  /** Starts no further run, and waits for those under way. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#running.values()) clearInterval(timer)
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

  async #attempt({ name, run }: Job): Promise<void> {
    try {
      await run()
      this.#metrics.recurringRuns.inc({ work: name, outcome: 'succeeded' })
    } catch (error) {
      this.#metrics.recurringRuns.inc({ work: name, outcome: 'failed' })
      const { name: errorName } = error as Error
      this.#log.warn({ work: name, errorName, stack: framesOf(error as Error) }, 'recurring work failed and is tried again')
    }
  }
}
