import { setTimeout } from 'node:timers/promises'

const leastRestMs = 200
/** Counting takes at most a tenth of the time of one connection. */
const restFactor = 9
/** The age of a value without a known change, because SIMs are added and deleted without one. */
const maxAgeMs = 5_000

/** A count that reads the whole fleet, made once for all who ask, and after each change, with a rest between two counts. */
export class FleetCount<Value> {
  readonly #count: () => Promise<Value>
  #counted: Promise<Value> | null = null
  #next: Promise<Value> | null = null
  #isStale = false
  #restsUntil = 0
  #oldAt = 0

  constructor(count: () => Promise<Value>) {
    this.#count = count
  }

  /** A value that was counted before now is no longer given. */
  changed(): void {
    this.#isStale = true
  }

  value(): Promise<Value> {
    if (this.#counted && !this.#isStale && performance.now() < this.#oldAt) return this.#counted
    this.#next ??= this.#countNext()
    return this.#next
  }

  async #countNext(): Promise<Value> {
    await setTimeout(Math.max(0, this.#restsUntil - performance.now()))
    this.#next = null
    this.#isStale = false
    this.#oldAt = Infinity
    const startedAt = performance.now()
    this.#counted = this.#count()
    try {
      return await this.#counted
    } catch (error) {
      this.#isStale = true
      throw error
    } finally {
      const now = performance.now()
      this.#restsUntil = now + Math.max(leastRestMs, restFactor * (now - startedAt))
      this.#oldAt = Math.max(this.#restsUntil, now + maxAgeMs)
    }
  }
}
