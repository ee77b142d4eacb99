import type { Clock } from './clock.ts'

interface Timer {
  atMs: number
  /** Timers of one moment run in the order in which they were set. */
  order: number
  run: (() => void) | null
}

const isBefore = (a: Timer, b: Timer): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

/** A clock whose time passes only on demand. Timers are in a binary heap. */
export class VirtualClock implements Clock {
  nowMs = 0
  /** The number of waiting timers, without cancelled ones. */
  pending = 0
  readonly #heap: Timer[] = []
  #order = 0

  setTimer = (ms: number, run: () => void): (() => void) => {
    const timer: Timer = { atMs: this.nowMs + ms, order: this.#order++, run }
    this.#push(timer)
    this.pending++
    return () => {
      if (!timer.run) return
      timer.run = null
      this.pending--
    }
  }

  /** Runs the next timer, at its time. Returns false when none is due at `untilMs`. */
  runNext(untilMs = Number.POSITIVE_INFINITY): boolean {
    for (let first = this.#heap[0]; first && first.atMs <= untilMs; first = this.#heap[0]) {
      this.#popFirst()
      const { run } = first
      if (!run) continue
      first.run = null
      this.pending--
      this.nowMs = Math.max(this.nowMs, first.atMs)
      run()
      return true
    }
    return false
  }

  /** Lets time pass. Timers run in their order, new ones included. */
  advance(ms: number): void {
    const until = this.nowMs + ms
    while (this.runNext(until));
    this.nowMs = until
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(timer, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = timer
  }

  #popFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
  }
}
