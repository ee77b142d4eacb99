import type { Foreground } from './foreground.ts'

/** Rejection of operations that had not started when the limit ended. */
export class LimitEnded extends Error {}
/** Rejection of an operation that nobody wanted any more when its turn came. */
export class NotWanted extends Error {}

export type RunOptions = {
  /** True for an operation that ends work in progress; it starts before those that begin new work. */
  isUrgent?: boolean
  /** Asked once, when the turn of the operation comes; false rejects it with `NotWanted`. */
  isWanted?: () => boolean
}

type Waiting = { go: () => void; refuse: (reason: Error) => void; isWanted: () => boolean }

/**
 * Limits the number of concurrent operations; the others wait, the urgent ones and then the rest, each in order of arrival. A burst of
 * frames is answered as fast as without the limit, and requests of the APIs are not delayed: while one waits, only one operation runs at a
 * time.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number
  readonly #foreground: Foreground
  #running = 0
  readonly #urgent: Waiting[] = []
  readonly #others: Waiting[] = []
  #ended: (() => void) | null = null

  constructor(atOnce: number, foreground: Foreground) {
    this.#atOnce = atOnce
    this.#foreground = foreground
    foreground.onQuiet(() => this.#next())
  }

  /** Rejects with `LimitEnded`, with `NotWanted`, or with the error of the operation. */
  async run<T>(operation: () => Promise<T>, { isUrgent = false, isWanted = () => true }: RunOptions = {}): Promise<T> {
    if (this.#ended) throw new LimitEnded()
    await new Promise<void>((go, refuse) => {
      const waiting = isUrgent ? this.#urgent : this.#others
      waiting.push({ go, refuse, isWanted })
      this.#next()
    })
    try {
      return await operation()
    } finally {
      this.#running--
      this.#next()
      this.#settle()
    }
  }

  /** Starts no further operation; resolves when the running operations have ended. */
  end(): Promise<void> {
    for (const { refuse } of [...this.#urgent.splice(0), ...this.#others.splice(0)]) refuse(new LimitEnded())
    return new Promise((ended) => {
      this.#ended = ended
      this.#settle()
    })
  }

  #settle(): void {
    if (this.#running === 0) this.#ended?.()
  }

  #next(): void {
    while (this.#running < (this.#foreground.waits ? 1 : this.#atOnce)) {
      const next = this.#urgent.shift() ?? this.#others.shift()
      if (!next) return
      if (!next.isWanted()) {
        next.refuse(new NotWanted())
        continue
      }
      this.#running++
      next.go()
    }
  }
}
