/** How long it takes on the clock of the cards until a session that a kill hit goes on. */
export class Recovery {
  readonly #now: () => number
  /** By place. */
  readonly #open = new Set<number>()
  readonly #hit = new Map<number, number>()
  /** Milliseconds, of all sessions that a kill hit. */
  readonly tookMs: number[] = []
  /** Answers that came to cards, of whatever kind. */
  answers = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The server answered this SIM: with a command, or with the end of its session. */
  answered(sim: number, closes: boolean): void {
    this.answers++
    if (closes) this.#open.delete(sim)
    else this.#open.add(sim)
    const hitAt = this.#hit.get(sim)
    if (hitAt === undefined) return
    this.#hit.delete(sim)
    this.tookMs.push(this.#now() - hitAt)
  }

  /** A server that every open session may be with is gone; a session that was hit before counts from here. */
  killed(): void {
    for (const sim of this.#open) this.#hit.set(sim, this.#now())
  }
}
