import { randomInt } from 'node:crypto'

const shortestSeconds = 5
const longestSeconds = 120
/** Least time between two cards, since claims that wait for the database have not ended and are in no mean yet. */
const leastBetweenMs = 5
/** Weight of the newest claim in the mean. */
const newest = 0.05

/**
 * Waits for POLLs that find every place of a node taken. Each gets a time of its own, at the pace at which claims end: the places are free
 * again after the mean time of a claim, and one more POLL fits into each part of it.
 */
export class OverloadWaits {
  readonly #places: number
  /** Mean time of a claim, from its POLL to its answer. */
  #meanMs = 0
  /** The time that the last POLL got, as `performance.now()`. */
  #lastMs = 0

  constructor(places: number) {
    this.#places = places
  }

  claimEnded(ms: number): void {
    this.#meanMs += newest * (ms - this.#meanMs)
  }

  /** Seconds until the next POLL of a card. Cards that come after the longest wait are spread over its second half. */
  next(now = performance.now()): number {
    const betweenMs = Math.max(leastBetweenMs, this.#meanMs / this.#places)
    this.#lastMs = Math.max(this.#lastMs, now + Math.max(shortestSeconds * 1000, this.#meanMs)) + betweenMs
    const seconds = Math.ceil((this.#lastMs - now) / 1000)
    if (seconds <= longestSeconds) return seconds
    this.#lastMs = now + longestSeconds * 1000
    return randomInt(longestSeconds / 2, longestSeconds + 1)
  }
}
