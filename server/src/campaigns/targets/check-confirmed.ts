import { ApiError } from '@simdeck/contract/errors.ts'
import { requireCount } from '../confirmed-count.ts'
import type { Checked, Removals } from './queries.ts'

/**
 * Throws unless the caller has confirmed the dry run. The confirmed number is that of the dry run, even if SIMs change later, but no SIM
 * loses an applet that the dry run did not list.
 */
export function checkConfirmed(
  { confirmedCount, removalConsent }: { confirmedCount: number | undefined; removalConsent: boolean },
  checked: Checked | 'none' | 'otherRequest',
  { total, losing, removals }: { total: number; losing: number; removals: Removals },
): void {
  const count = typeof checked === 'object' ? checked.eligible : total
  requireCount(confirmedCount, count)
  if (confirmedCount !== undefined && checked === 'otherRequest') throw new ApiError('startCountDiffers')
  if (losing > 0 && !removalConsent) throw new ApiError('removalConsentRequired')
  if (typeof checked !== 'object') return
  const listed = (lost: string) => checked.removals[lost] ?? 0
  if (Object.entries(removals).some(([lost, sims]) => sims > listed(lost))) throw new ApiError('removalsDiffer')
}
