const minuteMs = 60_000

/** Counts events by key within a minute. The counts are forgotten with its end. */
export class MinuteLimit {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #minute = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** True if the limit of the key is reached. */
  isFull(key: string, now = Date.now()): boolean {
    this.#begin(now)
    return (this.#counts.get(key) ?? 0) >= this.#limit
  }

  /** Counts an event; false if it is above the limit. */
  count(key: string, now = Date.now()): boolean {
    if (this.isFull(key, now)) return false
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return true
  }

  #begin(now: number): void {
    const minute = Math.floor(now / minuteMs)
    if (minute !== this.#minute) this.#counts.clear()
    this.#minute = minute
  }
}
