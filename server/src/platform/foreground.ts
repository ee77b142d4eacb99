/** A request older than this no longer delays device frames. */
const countsForMs = 250

/** Counts the API requests that wait for an answer, so that other work can be limited meanwhile. */
export class Foreground {
  #waiting = 0
  readonly #listeners = new Set<() => void>()

  get waits(): boolean {
    return this.#waiting > 0
  }

  /** Counts a request; call the returned function once it is answered. */
  enter(): () => void {
    this.#waiting++
    let counted = true
    const leave = () => {
      if (!counted) return
      counted = false
      clearTimeout(timer)
      if (--this.#waiting === 0) for (const listener of this.#listeners) listener()
    }
    const timer = setTimeout(leave, countsForMs).unref()
    return leave
  }

  /** Resolves when no request waits, or after this time. */
  untilQuiet(atMostMs: number): Promise<void> {
    if (!this.waits) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#listeners.delete(end)
        resolve()
      }
      const timer = setTimeout(end, atMostMs)
      this.#listeners.add(end)
    })
  }

  /** Calls the listener each time the last waiting request ends. */
  onQuiet(listener: () => void): void {
    this.#listeners.add(listener)
  }
}
