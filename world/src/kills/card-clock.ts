import type { Clock } from '@simdeck/simulator/clock.ts'

type Timer = { at: number; run: () => void; real: NodeJS.Timeout }

/**
 * The time that cards live in: it runs as ours does, and can leap over the wait for the next timer when nothing else is going on. What
 * it measures is what a card in the field would.
 */
export class CardClock implements Clock {
  readonly #timers = new Set<Timer>()
  readonly #startedAt = performance.now()
  #leapt = 0

  /** Milliseconds since the start, as cards count. */
  now(): number {
    return performance.now() - this.#startedAt + this.#leapt
  }

  setTimer = (ms: number, run: () => void): (() => void) => {
    const timer: Timer = { at: this.now() + ms, run, real: undefined as never }
    this.#timers.add(timer)
    this.#arm(timer)
    return () => this.#drop(timer)
  }

  /** To the next timer, at once. */
  leap(): void {
    const next = [...this.#timers].reduce<Timer | null>((first, timer) => (first && first.at <= timer.at ? first : timer), null)
    if (!next) return
    this.#leapt += Math.max(0, next.at - this.now())
    for (const timer of this.#timers) {
      clearTimeout(timer.real)
      this.#arm(timer)
    }
  }

  #arm(timer: Timer): void {
    // setTimeout takes at most 2^31 - 1 ms.
    const ms = Math.min(2 ** 31 - 1, Math.max(0, timer.at - this.now()))
    timer.real = setTimeout(() => {
      this.#drop(timer)
      timer.run()
    }, ms)
  }

  #drop(timer: Timer): void {
    clearTimeout(timer.real)
    this.#timers.delete(timer)
  }
}
