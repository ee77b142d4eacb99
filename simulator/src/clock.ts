/** Time as virtual SIMs see it. */
export interface Clock {
  /** Runs `run` once after this number of milliseconds of real time. The returned function cancels the timer. */
  setTimer: (ms: number, run: () => void) => () => void
}

export const realClock: Clock = {
  setTimer: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
