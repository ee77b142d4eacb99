/** Ids that changed in the last `forMs`; they are forgotten by twice that time. */
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

  /** Those of the ids that changed lately. The work is that of the ids asked for, however many changed. */
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
