import type { Db } from '../../platform/db/database.ts'
import type { Written } from '../announce.ts'
import { projectProgress } from '../progress.ts'
import { cancelReadyJobs, lockCancellableSims } from './queries.ts'

/** Locks the SIMs whose OTAs `cancelReady` cancels. */
export const lockToCancel = (trx: Db, campaignId: number, simIds: readonly number[] | null): Promise<void> =>
  lockCancellableSims(trx, campaignId, simIds)

/**
 * Cancels the OTAs of all or some SIMs that are Ready, in a transaction that has locked these SIMs. `halfReplaced`: also installs whose
 * removal has succeeded.
 */
export async function cancelReady(
  trx: Db,
  sims: { campaignId: number; simIds: readonly number[] | null; halfReplaced: boolean },
): Promise<Written> {
  const rows = await cancelReadyJobs(trx, sims)
  const jobIds = rows.map(({ id }) => id)
  if (jobIds.length > 0) await projectProgress(trx, { jobIds })
  return { simIds: [...new Set(rows.map((row) => row.sim_id))], jobIds }
}
