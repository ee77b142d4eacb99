/**
 * Lets so many pieces of work be under way at once; the others wait, first come, first served. Cards that all speak at once are
 * answered as fast so as if all were worked on together, and whoever else uses the process and the database is not kept waiting.
 */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
