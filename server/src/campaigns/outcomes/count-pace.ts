type Last = { endedAt: number; tookMs: number }

/**
 * Chooses the campaigns that a recurring job counts now, so that counting takes a small share of the time with one campaign of a million
 * SIMs as with a thousand small ones. It forgets campaigns that it is no longer asked about.
 */
export class CountPace {
  readonly #pauseFactor: number
  readonly #idleFactor: number
  readonly #leastIdleMs: number
  readonly #burstMs: number
  readonly #clock: () => number
  readonly #changed = new Set<number>()
  #last = new Map<number, Last>()
  #idleFrom: number

  /**
   * A campaign waits `pauseFactor` times as long as its last count took. Counts of campaigns without a known change take at most one
   * `idleFactor`th of the time, and each of them waits for `leastIdleMs`; `burstMs` is the usual time between two runs of the job.
   */
  constructor(
    {
      pauseFactor,
      idleFactor,
      leastIdleMs = 0,
      burstMs,
    }: { pauseFactor: number; idleFactor: number; leastIdleMs?: number; burstMs: number },
    clock = () => performance.now(),
  ) {
    this.#pauseFactor = pauseFactor
    this.#idleFactor = idleFactor
    this.#leastIdleMs = leastIdleMs
    this.#burstMs = burstMs
    this.#clock = clock
    this.#idleFrom = clock() - burstMs
  }

  /** The number of campaigns that it remembers. */
  get size(): number {
    return this.#last.size
  }

  markChanged(campaignIds: readonly number[]): void {
    for (const id of campaignIds) this.#changed.add(id)
  }

  /** Those of all open campaigns that are counted now: new and changed ones, then others, the one that has waited longest first. */
  choose(open: readonly number[]): number[] {
    const now = this.#clock()
    const isOpen = new Set(open)
    const isResting = ({ endedAt, tookMs }: Last) => now - endedAt < this.#pauseFactor * tookMs
    this.#last = new Map([...this.#last].filter(([id, last]) => isOpen.has(id) || isResting(last)))
    for (const id of this.#changed) if (!isOpen.has(id)) this.#changed.delete(id)
    const rested = open.filter((id) => {
      const last = this.#last.get(id)
      return !last || !isResting(last)
    })
    const isIdle = (id: number) => this.#last.has(id) && !this.#changed.has(id)
    const chosen = rested.filter((id) => !isIdle(id))
    this.#idleFrom = Math.max(this.#idleFrom, now - this.#burstMs)
    const lastOf = (id: number) => this.#last.get(id)!
    const waiting = rested.filter((id) => isIdle(id) && now - lastOf(id).endedAt >= this.#leastIdleMs)
    for (const id of waiting.toSorted((one, other) => lastOf(one).endedAt - lastOf(other).endedAt)) {
      if (this.#idleFrom > now) break
      this.#idleFrom += this.#idleFactor * lastOf(id).tookMs
      chosen.push(id)
    }
    return chosen
  }

  /** Call it before the count, so that a change during the count asks for another one. */
  begin(campaignIds: readonly number[]): number {
    for (const id of campaignIds) this.#changed.delete(id)
    return this.#clock()
  }

  /** Call it after a count of these campaigns together. */
  end(campaignIds: readonly number[], startedAt: number): void {
    const endedAt = this.#clock()
    const tookMs = (endedAt - startedAt) / campaignIds.length
    for (const id of campaignIds) this.#last.set(id, { endedAt, tookMs })
  }
}
