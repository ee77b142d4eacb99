import type { DailyWindow, Rollout } from '@simdeck/contract/rollout.ts'

/** A formatter takes much longer to make than to use. There are as many as time zones are in use. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock
}

/** True if the daily window contains the time. Its start is inside, its end outside; it may span midnight. */
export function isInWindow({ from, to, timeZone }: DailyWindow, at: Date): boolean {
  const time = clockOf(timeZone).format(at)
  return from < to ? from <= time && time < to : from <= time || time < to
}

/** True for a campaign that has started and is outside its daily window. */
export const isHeldByWindow = (
  { rollout: { window }, released_wave: wave }: { rollout: Rollout; released_wave: number },
  at: Date,
): boolean => wave > 0 && window !== null && !isInWindow(window, at)
