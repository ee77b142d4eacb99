import type { Clock } from '../clock.ts'

/** Time that passes only when a test says so. */
export class ManualClock implements Clock {
  nowMs = 0
  #timers: { atMs: number; run: () => void }[] = []

  setTimer = (ms: number, run: () => void): (() => void) => {
    const timer = { atMs: this.nowMs + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  get pending(): number {
    return this.#timers.length
  }

  /** Lets so much time pass; timers run in their order, those they set included. */
  advance(ms: number): void {
    const until = this.nowMs + ms
    for (;;) {
      const next = this.#timers.reduce<{ atMs: number; run: () => void } | null>(
        (first, one) => (one.atMs <= until && (!first || one.atMs < first.atMs) ? one : first),
        null,
      )
      if (!next) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.nowMs = Math.max(this.nowMs, next.atMs)
      next.run()
    }
    this.nowMs = until
  }
}
