import type { NotificationChoices } from '@simdeck/contract/notification-choices.ts'
import type { ClockSpan } from '@simdeck/contract/quiet-hours.ts'

const minuteMs = 60_000
const dayMinutes = 1440

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function clockMinutes(zone: string, at: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  return minutesOf(clock)
}

/**
 * The end of the quiet hours that contain `at`; null outside of them. The end is a time at which the clocks of the zone show `to`, also on
 * the day on which they change.
 */
export function quietUntil(quiet: (ClockSpan & { zone: string }) | null, at: Date): Date | null {
  if (!quiet) return null
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const now = clockMinutes(quiet.zone, at)
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  if (!isQuiet) return null
  const whole = Math.floor(at.getTime() / minuteMs) * minuteMs
  const end = new Date(whole + ((to - now + dayMinutes) % dayMinutes) * minuteMs)
  // If the clocks change before the end, the end is off by that change.
  const off = to - clockMinutes(quiet.zone, end)
  const nearest = ((off + dayMinutes / 2 + dayMinutes) % dayMinutes) - dayMinutes / 2
  return new Date(end.getTime() + nearest * minuteMs)
}

/** The end of the quiet hours of a member in which mails of notifications wait; null outside of them. */
export const quietEnd = ({ quiet, zone }: Pick<NotificationChoices, 'quiet' | 'zone'>, at: Date): Date | null =>
  quietUntil(quiet && { ...quiet, zone }, at)
