import { dayOf as dayOfMoment, momentsOfDay } from '../words/clock.ts'

/** Start and end as ISO texts; null leaves that side open. */
export interface DateRange {
  start: string | null
  end: string | null
}

/** Day of a moment in the user's time zone, as a date field value. */
export function dayOf(at: string | null): string {
  return at === null ? '' : dayOfMoment(at)
}

/** First moment of the start day to last moment of the end day, in the user's time zone; an empty day leaves that side open. */
export function rangeOfDays(startDay: string, endDay: string): DateRange {
  return {
    start: startDay === '' ? null : momentsOfDay(startDay).first,
    end: endDay === '' ? null : momentsOfDay(endDay).last,
  }
}
