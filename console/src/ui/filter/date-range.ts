import { dayOf as dayOfMoment, momentsOfDay } from '../words/clock.ts'

/** Two moments as ISO texts; either may be open. */
export interface DateRange {
  start: string | null
  end: string | null
}

/** The day, as a date field holds it, on which a moment falls in the user's zone. */
export function dayOf(at: string | null): string {
  return at === null ? '' : dayOfMoment(at)
}

/** From the first moment of the one day to the last of the other, in the user's zone; an empty day leaves its side open. */
export function rangeOfDays(startDay: string, endDay: string): DateRange {
  return {
    start: startDay === '' ? null : momentsOfDay(startDay).first,
    end: endDay === '' ? null : momentsOfDay(endDay).last,
  }
}
