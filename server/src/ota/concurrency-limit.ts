import type { Foreground } from '../platform/foreground.ts'

/** Said to work that had no turn yet when there were to be no more. */
export class NoMoreWork extends Error {}

/**
 * Lets so many pieces of work be under way at once; the others wait, first come, first served. Cards that all speak at once are
 * answered as fast so as if all were worked on together, and whoever else uses the process and the database is not kept waiting:
 * while somebody waits for an answer of the APIs, work goes on one by one.
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

  /** Rejects with `NoMoreWork`, or as the work does. */
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

  /** No work begins any more; resolves when what is under way has ended. */
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
