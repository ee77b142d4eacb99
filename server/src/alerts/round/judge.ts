import { type AlertComparison, type AlertPhase, isBeyond, isRecovered } from '@simdeck/contract/alerts.ts'

/** The parts of a rule that decide on its state. */
export type Condition = {
  comparison: AlertComparison
  threshold: number
  holdMinutes: number
  recoversAt: number | null
  recoverMinutes: number
  repeatHours: number | null
}

/** `toldAt`: the last time at which the open firing was told. */
export type State = { phase: AlertPhase; since: Date | null; judgedAt: Date | null; toldAt: Date | null }

/** A change that members are told of. */
export type Change = 'began' | 'again' | 'ended'

const minuteMs = 60_000
/** After a longer pause nobody knows the values between two judgements, so a time that has to pass begins anew. */
const longestGapMs = 5 * minuteMs

/** The state after a value. `at` is the time at which the value was counted. */
export function judged(state: State, condition: Condition, value: number, at: Date): { state: State; change: Change | null } {
  const isFiring = state.phase === 'firing' || state.phase === 'recovering'
  return isFiring ? whileFiring(state, condition, value, at) : whileQuiet(state, condition, value, at)
}

function whileQuiet(state: State, condition: Condition, value: number, at: Date): ReturnType<typeof judged> {
  const kept = { judgedAt: at, toldAt: null }
  if (!isBeyond(condition, value)) {
    const since = state.phase === 'normal' && state.since ? state.since : at
    return { state: { ...kept, phase: 'normal', since }, change: null }
  }
  const since = state.phase === 'pending' ? startOf(state, at) : at
  if (hasPassed(since, at, condition.holdMinutes))
    return { state: { phase: 'firing', since: at, judgedAt: at, toldAt: at }, change: 'began' }
  return { state: { ...kept, phase: 'pending', since }, change: null }
}

function whileFiring(state: State, condition: Condition, value: number, at: Date): ReturnType<typeof judged> {
  const { repeatHours, recoverMinutes } = condition
  if (isRecovered(condition, value)) {
    const since = state.phase === 'recovering' ? startOf(state, at) : at
    if (hasPassed(since, at, recoverMinutes)) return { state: { phase: 'normal', since: at, judgedAt: at, toldAt: null }, change: 'ended' }
    return { state: { ...state, phase: 'recovering', since, judgedAt: at }, change: null }
  }
  const since = state.phase === 'firing' ? state.since : at
  const isDue = repeatHours !== null && state.toldAt !== null && hasPassed(state.toldAt, at, repeatHours * 60)
  return {
    state: { phase: 'firing', since, judgedAt: at, toldAt: isDue ? at : state.toldAt },
    change: isDue ? 'again' : null,
  }
}

/** The beginning of the present phase, as far as its values are known. */
function startOf({ since, judgedAt }: State, at: Date): Date {
  if (!since || !judgedAt || at.getTime() - judgedAt.getTime() > longestGapMs) return at
  return since
}

const hasPassed = (since: Date, at: Date, minutes: number): boolean => at.getTime() - since.getTime() >= minutes * minuteMs
