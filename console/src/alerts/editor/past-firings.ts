import { isBeyond, isRecovered } from '@simdeck/contract/alerts.ts'
import type { AlertRuleInput } from '@simdeck/contract/alerts.ts'

type Condition = Pick<AlertRuleInput, 'comparison' | 'threshold' | 'holdMinutes' | 'recoversAt' | 'recoverMinutes'>
type Value = { at: string; value: number }

/** A time for which a rule would have fired. `to` is null if it would still fire. Moments in milliseconds. */
export type PastFiring = { from: number; to: number | null; peak: number }

/** Values further apart are not joined by a line: nobody knows the values between them. */
export const longestGapMs = 30 * 60_000

/** The firings that a condition would have had over past values, oldest first. The values are ten minutes apart, and so is the result. */
export function pastFirings(condition: Condition, values: readonly Value[]): PastFiring[] {
  const firings: PastFiring[] = []
  const isFurther = (one: number, other: number): boolean =>
    condition.comparison === 'over' || condition.comparison === 'atLeast' ? one > other : one < other
  let open: PastFiring | null = null
  let since: number | null = null
  for (const { at, value } of values) {
    const now = Date.parse(at)
    const isTurning = open === null ? isBeyond(condition, value) : isRecovered(condition, value)
    if (open && isFurther(value, open.peak)) open.peak = value
    since = isTurning ? (since ?? now) : null
    const minutes = open === null ? condition.holdMinutes : condition.recoverMinutes
    if (since === null || now - since < minutes * 60_000) continue
    since = null
    if (open) {
      open.to = now
      open = null
    } else {
      open = { from: now, to: null, peak: value }
      firings.push(open)
    }
  }
  return firings
}
