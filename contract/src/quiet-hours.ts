import { z } from 'zod'

/** `HH:mm`. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A time of each day; `to` may be on the next day. */
export const clockSpan = z.strictObject({ from: clockTime, to: clockTime })
export type ClockSpan = z.infer<typeof clockSpan>

/** A span that begins when it ends would be empty or a whole day. */
export const isSpan = ({ from, to }: ClockSpan): boolean => from !== to
