import { dayOf, formatNotified } from '../words/clock.ts'
import { offsetMinutesIn, useZoneStore } from '../words/zone.ts'

/**
 * Start and end as values of `datetime-local` fields (`YYYY-MM-DDTHH:mm`), in the time zone of the user. An empty text means that
 * the value is missing.
 */
export interface DateTimeRange {
  start: string
  end: string
}

/**
 * An invalid field and the reason. `startMissing`, `endMissing`: only the other field has a value. `order`: the end is not after
 * the start. `early`: the day is today or earlier.
 */
export interface RangeFault {
  field: keyof DateTimeRange
  why: 'startMissing' | 'endMissing' | 'order' | 'early'
}

/**
 * First fault of a range (specification §5, Date range); null if it has none. An end equal to the start is a fault. `fromTomorrow`
 * is for schedules; filters accept past times.
 */
export function rangeFault({ start, end }: DateTimeRange, options: { fromTomorrow?: boolean; nowMs: number }): RangeFault | null {
  if (start === '' && end === '') return null
  if (start === '') return { field: 'start', why: 'startMissing' }
  if (end === '') return { field: 'end', why: 'endMissing' }
  if (options.fromTomorrow) {
    const today = dayOf(options.nowMs)
    if (start.slice(0, 10) <= today) return { field: 'start', why: 'early' }
    if (end.slice(0, 10) <= today) return { field: 'end', why: 'early' }
  }
  return end <= start ? { field: 'end', why: 'order' } : null
}

/** Earliest start of a `fromTomorrow` range, for the field's `min`. */
export function tomorrowMin(nowMs: number): string {
  const today = Date.parse(`${dayOf(nowMs)}T00:00:00.000Z`)
  return `${new Date(today + 86_400_000).toISOString().slice(0, 10)}T00:00`
}

/** A moment as the value of a field; empty if there is none. */
export function fieldOfMoment(at: string | null): string {
  return at === null ? '' : formatNotified(at).slice(0, 16).replace(' ', 'T')
}

/** The moment of a field value in the time zone of the user, as ISO 8601. */
export function momentOfField(text: string): string {
  const { zone } = useZoneStore.getState()
  const shownMs = Date.parse(`${text}:00.000Z`)
  const guessMs = shownMs - offsetMinutesIn(zone, shownMs) * 60_000
  return new Date(shownMs - offsetMinutesIn(zone, guessMs) * 60_000).toISOString()
}
