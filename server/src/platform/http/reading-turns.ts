const readEveryMs = 50
/** With more members than these, those whose turns are over are forgotten. */
const mostMembers = 1_000

/**
 * Gives the sockets of one member turns, one after the other: what a member says is read this often at most, whatever number of sockets
 * says it.
 */
export class ReadingTurns {
  readonly #nextAt = new Map<number, number>()

  /** How many milliseconds to wait for the turn. `now` in milliseconds. */
  next(memberId: number, now: number): number {
    const at = Math.max(now, this.#nextAt.get(memberId) ?? 0)
    if (this.#nextAt.size > mostMembers) for (const [id, next] of this.#nextAt) if (next < now) this.#nextAt.delete(id)
    this.#nextAt.set(memberId, at + readEveryMs)
    return at - now
  }
}
