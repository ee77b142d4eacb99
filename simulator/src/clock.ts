/** Time as virtual SIMs see it. */
export interface Clock {
  /** Runs once after so many milliseconds of the outside world; the answer calls it off. */
  setTimer: (ms: number, run: () => void) => () => void
}

export const realClock: Clock = {
  setTimer: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
