import type { Logger } from 'pino'
import { framesOf } from './log.ts'

/** Work that continues after the answer is sent, because its duration would reveal if an address is known. Failures are logged. */
export class Background {
  readonly #log: Logger
  readonly #running = new Set<Promise<void>>()

  constructor(log: Logger) {
    this.#log = log
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: Error) => this.#log.error({ errorName: error.name, stack: framesOf(error) }, 'work after an answer failed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits for all running work. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
