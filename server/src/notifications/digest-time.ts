const minuteMs = 60_000

/** `HH:mm` of a time in a time zone. */
function clockIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * The last time up to `now` at which the clocks of the zone showed `HH:mm`. On a day on which the clocks change it may be off by the
 * change.
 */
export function lastDigestTime(digestAt: string, zone: string, now: Date): Date {
  const whole = Math.floor(now.getTime() / minuteMs) * minuteMs
  const passed = (minutesOf(clockIn(zone, now)) - minutesOf(digestAt) + 1440) % 1440
  return new Date(whole - passed * minuteMs)
}

/** `YYYY-MM-DD HH:mm:ss` in a time zone. */
export const momentIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
