import type { Clock } from '@simdeck/simulator/clock.ts'

type Timer = { at: number; run: () => void; real: NodeJS.Timeout }

/**
 * Clock of the cards. It runs in real time and can skip the wait for the next timer when nothing else is in progress. Its durations are
 * those of a card in the field.
 */
export class CardClock implements Clock {
  readonly #timers = new Set<Timer>()
  readonly #startedAt = performance.now()
  #skippedMs = 0

  /** Milliseconds since the start on the cards' clock. */
  now(): number {
    return performance.now() - this.#startedAt + this.#skippedMs
  }

  setTimer = (ms: number, run: () => void): (() => void) => {
    const timer: Timer = { at: this.now() + ms, run, real: undefined as never }
    this.#timers.add(timer)
    this.#arm(timer)
    return () => this.#drop(timer)
  }

  /** Moves the clock to the next timer. */
  skipToNextTimer(): void {
    const next = [...this.#timers].reduce<Timer | null>((first, timer) => (first && first.at <= timer.at ? first : timer), null)
    if (!next) return
    this.#skippedMs += Math.max(0, next.at - this.now())
    for (const timer of this.#timers) {
      clearTimeout(timer.real)
      this.#arm(timer)
    }
  }

  #arm(timer: Timer): void {
    // The delay of setTimeout is at most 2^31 - 1 ms.
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
