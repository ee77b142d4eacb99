const readEveryMs = 50
/** Number of members above which outdated entries are deleted. */
const maxMembers = 1_000

/** Limits how often messages of a member are read, across all of the member's sockets. */
export class ReadRateLimiter {
  readonly #nextAt = new Map<number, number>()

  /** Milliseconds to wait before the next read. `now` in milliseconds. */
  waitMs(memberId: number, now: number): number {
    const at = Math.max(now, this.#nextAt.get(memberId) ?? 0)
    if (this.#nextAt.size > maxMembers) for (const [id, next] of this.#nextAt) if (next < now) this.#nextAt.delete(id)
    this.#nextAt.set(memberId, at + readEveryMs)
    return at - now
  }
}
