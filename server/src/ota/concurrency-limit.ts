import type { Foreground } from '../platform/foreground.ts'

/** Rejection of operations that had not started when the limit ended. */
export class NoMoreWork extends Error {}

/**
 * Limits the number of concurrent operations; the others wait in order of arrival. A burst of frames is answered as fast as without the
 * limit, and requests of the APIs are not delayed: while one waits, only one operation runs at a time.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number
  readonly #foreground: Foreground
  #running = 0
  readonly #waiting: { go: () => void; refuse: (reason: NoMoreWork) => void }[] = []
  #ended: (() => void) | null = null

  constructor(atOnce: number, foreground: Foreground) {
    this.#atOnce = atOnce
    this.#foreground = foreground
    foreground.onQuiet(() => this.#next())
  }

  /** Rejects with `NoMoreWork`, or with the error of the operation. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new NoMoreWork()
    await new Promise<void>((go, refuse) => {
      this.#waiting.push({ go, refuse })
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
      this.#settle()
    }
  }

  /** Starts no further operation; resolves when the running ones have ended. */
  end(): Promise<void> {
    for (const { refuse } of this.#waiting.splice(0)) refuse(new NoMoreWork())
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
