/** The upper ends of the classes of the time to answer a POLL, in milliseconds. A last class has the longer times. */
export const pollTimeClasses = [
  0.1, 0.2, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 20_000,
] as const

/** POLLs of one minute, by class of the time to answer. `whole`: the device port was up from the begin of the minute to its end. */
export type PollMinute = { minute: Date; counts: number[]; whole: boolean }

const minuteMs = 60_000
/** The number of minutes that are kept while the database is away. */
const mostMinutes = 1_440

/** Counts answered POLLs by minute and by class of the time to answer, until they are written. */
export class PollTimes {
  #minutes = new Map<number, number[]>()
  /** Minutes that ended while the device port was up, and that were not written yet. */
  #whole = new Set<number>()
  /** The minute of the last call of `take`. */
  #lastTaken: number | null = null
  #startedIn: number | null = null

  add(ms: number, nowMs: number): void {
    this.#countsOf(minuteOf(nowMs))[classOf(ms)]!++
  }

  /**
   * Returns what was counted since the last call. A minute is whole if it ended since the last call, which was in that minute, and if the
   * device port did not start in it. A whole minute is reported also without POLLs.
   */
  take(nowMs: number): PollMinute[] {
    const present = minuteOf(nowMs)
    this.#startedIn ??= present
    const ended = present - minuteMs
    if (this.#lastTaken === ended && this.#startedIn !== ended) {
      this.#countsOf(ended)
      this.#whole.add(ended)
    }
    this.#lastTaken = present
    const taken = [...this.#minutes].toSorted(([one], [other]) => one - other)
    const whole = this.#whole
    this.#minutes = new Map()
    this.#whole = new Set()
    return taken.map(([at, counts]) => ({ minute: new Date(at), counts, whole: whole.has(at) }))
  }

  /** Adds counts that could not be written. */
  giveBack(minutes: readonly PollMinute[]): void {
    for (const { minute, counts, whole } of minutes.slice(-mostMinutes)) {
      const present = this.#countsOf(minute.getTime())
      if (whole) this.#whole.add(minute.getTime())
      for (const [at, count] of counts.entries()) present[at]! += count
    }
  }

  #countsOf(minute: number): number[] {
    const known = this.#minutes.get(minute)
    if (known) return known
    const counts = Array.from({ length: pollTimeClasses.length + 1 }, () => 0)
    this.#minutes.set(minute, counts)
    return counts
  }
}

const minuteOf = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs

function classOf(ms: number): number {
  const at = pollTimeClasses.findIndex((end) => ms <= end)
  return at < 0 ? pollTimeClasses.length : at
}

/** The time in milliseconds that a share of the POLLs, from 0 to 1, does not exceed, evenly spread within its class. Null without POLLs. */
export function pollTimeOf(counts: readonly number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  const wanted = all * share
  let before = 0
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const start = pollTimeClasses[at - 1] ?? 0
      const end = pollTimeClasses[at] ?? start
      return start + ((wanted - before) / count) * (end - start)
    }
    before += count
  }
  return pollTimeClasses.at(-1)!
}
