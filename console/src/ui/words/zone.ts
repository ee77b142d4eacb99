import { create } from 'zustand'

/** Time zone of all displayed dates and times, as the user has chosen it. Null means the time zone of the browser. */
export const useZoneStore = create<{ zone: string | null }>(() => ({ zone: null }))

/** Renders the component again when the user's time zone changes. The functions of `clock.ts` read the zone themselves. */
export function useZone(): string | null {
  return useZoneStore((state) => state.zone)
}

/** IANA name of the browser's time zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
/** Calendar and clock values of a moment, with leading zeros. */
export type Reading = Record<Part, string> & { millisecond: string }

const formats = new Map<string | null, Intl.DateTimeFormat>()

function formatOf(zone: string | null): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone: zone ?? undefined })
    formats.set(zone, format)
  }
  return format
}

/** Calendar and clock values of a moment in the time zone. */
export function readingIn(zone: string | null, atMs: number): Reading {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) found[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = found
  const millisecond = String(((atMs % 1000) + 1000) % 1000).padStart(3, '0')
  return { year: year.padStart(4, '0'), month, day, hour, minute, second, millisecond }
}

/** Offset of the time zone from UTC at that moment, positive east of Greenwich. */
export function offsetMinutesIn(zone: string | null, atMs: number): number {
  const { year, month, day, hour, minute, second } = readingIn(zone, atMs)
  const shownMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return Math.round((shownMs - Math.floor(atMs / 1000) * 1000) / 60_000)
}

/**
 * The moment of midnight of that day (`YYYY-MM-DD`) in the time zone. If the clock skips midnight, it is the first moment after the
 * gap.
 */
export function startOfDayIn(zone: string | null, day: string): number {
  const shownMs = Date.parse(`${day}T00:00:00.000Z`)
  const guessMs = shownMs - offsetMinutesIn(zone, shownMs) * 60_000
  const betterMs = shownMs - offsetMinutesIn(zone, guessMs) * 60_000
  return betterMs + offsetMinutesIn(zone, betterMs) * 60_000 < shownMs ? guessMs : betterMs
}
