import type { Logger } from 'pino'
import { framesOf } from '../platform/log.ts'

/**
 * Work that an answer must not wait for, since how long it takes would tell whether an address is known. Failures are logged.
 */
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

  /** Waits for what is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
