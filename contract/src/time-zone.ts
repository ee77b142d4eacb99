import { z } from 'zod'

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

/** An IANA time zone. */
export const timeZone = z.string().max(64).refine(isTimeZone)
