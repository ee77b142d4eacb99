/** Who is not answered by then asked for something long, which others need not give way to. */
const countsForMs = 250

/** Knows whether somebody waits for an answer of the APIs, for whoever gives way to them meanwhile. */
export class Foreground {
  #waiting = 0
  readonly #listeners = new Set<() => void>()

  get waits(): boolean {
    return this.#waiting > 0
  }

  /** Somebody begins to wait; call what it returns when they are answered. */
  enter(): () => void {
    this.#waiting++
    let there = true
    const leave = () => {
      if (!there) return
      there = false
      clearTimeout(timer)
      if (--this.#waiting === 0) for (const listener of this.#listeners) listener()
    }
    const timer = setTimeout(leave, countsForMs).unref()
    return leave
  }

  /** Calls back each time that nobody waits any more. */
  onQuiet(listener: () => void): void {
    this.#listeners.add(listener)
  }
}
