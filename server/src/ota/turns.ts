import type { Foreground } from '../foreground.ts'

/**
 * Lets so many pieces of work be under way at once; the others wait, first come, first served. Cards that all speak at once are
 * answered as fast so as if all were worked on together, and whoever else uses the process and the database is not kept waiting:
 * while somebody waits for an answer of the APIs, work goes on one by one.
 */
export class Turns {
  readonly #atOnce: number
  readonly #foreground: Foreground
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, foreground: Foreground) {
    this.#atOnce = atOnce
    this.#foreground = foreground
    foreground.onQuiet(() => this.#next())
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      this.#waiting.push(go)
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
    }
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#running < (this.#foreground.waits ? 1 : this.#atOnce)) {
      this.#running++
      this.#waiting.shift()!()
    }
  }
}
