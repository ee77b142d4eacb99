import { dayOf as dayOfMoment, momentsOfDay } from '../words/clock.ts'

/** Start and end as ISO 8601 texts. Null leaves that side of the range open. */
export interface DateRange {
  start: string | null
  end: string | null
}

/** Day of a moment in the time zone of the user, as the value of a date field. */
export function dayOf(at: string | null): string {
  return at === null ? '' : dayOfMoment(at)
}

/**
 * The range from the first moment of the start day to the last moment of the end day, in the time zone of the user. An empty day
 * leaves that side open.
 */
export function rangeOfDays(startDay: string, endDay: string): DateRange {
  return {
    start: startDay === '' ? null : momentsOfDay(startDay).first,
    end: endDay === '' ? null : momentsOfDay(endDay).last,
  }
}
