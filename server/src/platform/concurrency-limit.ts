import type { Foreground } from './foreground.ts'

/** Rejection of operations that had not started when the limit ended. */
export class LimitEnded extends Error {}

/**
 * Limits the number of concurrent operations; the others wait in order of arrival. A burst of frames is answered as fast as without the
 * limit, and requests of the APIs are not delayed: while one waits, only one operation runs at a time.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number
  readonly #foreground: Foreground
  #running = 0
  readonly #waiting: { go: () => void; refuse: (reason: LimitEnded) => void }[] = []
  #ended: (() => void) | null = null

  constructor(atOnce: number, foreground: Foreground) {
    this.#atOnce = atOnce
    this.#foreground = foreground
    foreground.onQuiet(() => this.#next())
  }

  /** Rejects with `LimitEnded`, or with the error of the operation. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new LimitEnded()
    await new Promise<void>((go, refuse) => {
      this.#waiting.push({ go, refuse })
      this.#next()
    })
    try {
      return await operation()
    } finally {
      this.#running--
      this.#next()
      this.#settle()
    }
  }

  /** Starts no further operation; resolves when the running operations have ended. */
  end(): Promise<void> {
    for (const { refuse } of this.#waiting.splice(0)) refuse(new LimitEnded())
    return new Promise((ended) => {
      this.#ended = ended
      this.#settle()
    })
  }

  #settle(): void {
    if (this.#running === 0) this.#ended?.()
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#running < (this.#foreground.waits ? 1 : this.#atOnce)) {
      this.#running++
      this.#waiting.shift()!.go()
    }
  }
}
