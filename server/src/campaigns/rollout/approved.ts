import { ApiError } from '@simdeck/contract/errors.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import { approvedRollout } from './queries.ts'

/** The limits of a campaign that a second person has agreed to. Null means no limit. */
type Limits = Pick<Rollout, 'maxFailedPercent' | 'retries' | 'maxAtOnce' | 'maxPerCell' | 'octetsInAll'>
const names = ['maxFailedPercent', 'retries', 'maxAtOnce', 'maxPerCell', 'octetsInAll'] as const

/** Throws `ApiError('approvedLimit')` if a limit is looser than the one with which the campaign was approved. Other campaigns have none. */
export async function checkApproved(
  trx: Db,
  campaignId: number,
  wanted: { [Name in keyof Limits]?: Limits[Name] | undefined },
): Promise<void> {
  const approved = await approvedRollout(trx, campaignId)
  if (!approved) return
  for (const name of names) {
    const [most, value] = [approved[name] ?? null, wanted[name]]
    if (most !== null && value !== undefined && (value === null || value > most)) throw new ApiError('approvedLimit')
  }
}
