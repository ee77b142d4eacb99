/** Measures the time on the cards' clock until a session continues after a kill. */
export class Recovery {
  readonly #now: () => number
  /** Indexes of the SIMs with an open session. */
  readonly #open = new Set<number>()
  readonly #killedAt = new Map<number, number>()
  /** Milliseconds of each session that a kill interrupted. */
  readonly durationsMs: number[] = []
  /** Number of answers that cards received. */
  answers = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Records an answer to a SIM: a command, or the end of its session. */
  answered(sim: number, closes: boolean): void {
    this.answers++
    if (closes) this.#open.delete(sim)
    else this.#open.add(sim)
    const killedAt = this.#killedAt.get(sim)
    if (killedAt === undefined) return
    this.#killedAt.delete(sim)
    this.durationsMs.push(this.#now() - killedAt)
  }

  /** Records a kill that may affect every open session; interrupted sessions are measured from now on. */
  killed(): void {
    for (const sim of this.#open) this.#killedAt.set(sim, this.#now())
  }
}
