import { responseStatus } from './response-status.ts'
import type { CounterRule } from './spi.ts'

/** The highest counter. A key set whose stored counter is this one accepts no packet any more. */
export const maxCounter = 2 ** 40 - 1

/** The response status code for a counter that the rule refuses, or null if the rule accepts it (TS 102 225 §5.1.4). */
export function counterFault(rule: CounterRule, received: number, stored: number): number | null {
  if (rule === 'none' || rule === 'unchecked') return null
  if (stored >= maxCounter) return responseStatus.counterBlocked
  if (received <= stored) return responseStatus.counterLow
  return rule === 'oneHigher' && received > stored + 1 ? responseStatus.counterHigh : null
}
