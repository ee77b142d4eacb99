/** Ids that changed within the last `forMs`; they are forgotten after twice that time at the latest. */
export class RecentIds {
  readonly #forMs: number
  #recent = new Set<number>()
  #lessRecent = new Set<number>()
  #since = 0

  constructor(forMs: number) {
    this.#forMs = forMs
  }

  add(ids: Iterable<number>): void {
    this.#rotate()
    for (const id of ids) this.#recent.add(id)
  }

  /** Those of the ids that changed recently. The cost depends on the number of requested ids, not on that of changed ones. */
  among(ids: 'all' | readonly number[]): readonly number[] {
    this.#rotate()
    if (ids === 'all') return [...new Set([...this.#recent, ...this.#lessRecent])]
    return ids.filter((id) => this.#recent.has(id) || this.#lessRecent.has(id))
  }

  #rotate(): void {
    const age = Date.now() - this.#since
    if (age < this.#forMs) return
    this.#lessRecent = age < 2 * this.#forMs ? this.#recent : new Set()
    this.#recent = new Set()
    this.#since = Date.now()
  }
}
