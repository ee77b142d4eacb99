/** The share of a second whose messages may go out at once. */
const burstShare = 0.2
const throttleMs = { least: 1_000, most: 60_000 }

/** The pace of the messages: so many in a second, and none for a while after the gateway refused one for its limit. */
export class Pace {
  readonly #perMs: number
  readonly #most: number
  #free: number
  #atMs: number
  #pausedUntilMs = 0
  #pauseMs = throttleMs.least

  constructor(perSecond: number, nowMs: number) {
    this.#perMs = perSecond / 1000
    this.#most = Math.max(1, perSecond * burstShare)
    this.#free = this.#most
    this.#atMs = nowMs
  }

  /** The number of messages that may go out now. */
  free(nowMs: number): number {
    this.#free = Math.min(this.#most, this.#free + (nowMs - this.#atMs) * this.#perMs)
    this.#atMs = nowMs
    return nowMs < this.#pausedUntilMs ? 0 : Math.floor(this.#free)
  }

  take(count: number): void {
    this.#free -= count
  }

  /** The gateway has reached its limit: nothing goes out for a while, which doubles each time. Returns the rest of the pause. */
  throttled(nowMs: number): number {
    if (nowMs >= this.#pausedUntilMs) {
      this.#pausedUntilMs = nowMs + this.#pauseMs
      this.#pauseMs = Math.min(this.#pauseMs * 2, throttleMs.most)
    }
    return this.#pausedUntilMs - nowMs
  }

  /** The gateway takes messages again. */
  accepted(nowMs: number): void {
    if (nowMs >= this.#pausedUntilMs) this.#pauseMs = throttleMs.least
  }
}
