import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

type Recurring = { timer: NodeJS.Timeout; running: Promise<void> | null }

/**
 * Runs work again and again on this node: at once, then at its interval, and never twice at a time. A run that fails is logged and
 * counted, holds up no other work, and is tried again at the next interval.
 */
export class RecurringWork {
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #works: Recurring[] = []

  constructor(log: Logger, metrics: Metrics) {
    this.#log = log
    this.#metrics = metrics
  }

  every(intervalMs: number, name: string, run: () => Promise<unknown>): void {
    const work: Recurring = { timer: setInterval(() => this.#begin(work, name, run), intervalMs), running: null }
    this.#works.push(work)
    this.#begin(work, name, run)
  }

  /** Starts no further run, and waits for those under way. */
  async close(): Promise<void> {
    for (const { timer } of this.#works) clearInterval(timer)
    for (const { running } of this.#works) await running
  }

  #begin(work: Recurring, name: string, run: () => Promise<unknown>): void {
    work.running ??= this.#attempt(name, run).finally(() => (work.running = null))
  }

  async #attempt(name: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
      this.#metrics.recurringRuns.inc({ work: name, outcome: 'succeeded' })
    } catch (error) {
      this.#metrics.recurringRuns.inc({ work: name, outcome: 'failed' })
      this.#log.warn({ work: name, errorName: (error as Error).name }, 'recurring work failed and is tried again')
    }
  }
}
