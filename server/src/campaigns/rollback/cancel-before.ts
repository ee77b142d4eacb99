import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockCampaignState } from '../queries.ts'
import { announce, announceState } from '../announce.ts'
import { cancelReady, lockToCancel } from '../stop/cancel-ready.ts'
import { lockToStop, stopLocked } from '../stop/stop.ts'

/** Ends what the campaign would still begin: all of a paused campaign, or its OTAs of some SIMs. Throws `ApiError`. */
export async function cancelBefore(
  trx: Db,
  { campaignId, simIds, mayCancel, by }: { campaignId: number; simIds: readonly number[] | null; mayCancel: boolean; by: string },
): Promise<void> {
  if (simIds) await lockToCancel(trx, campaignId, simIds)
  const locked = simIds ? null : await lockToStop(trx, campaignId)
  const state = locked?.state ?? (await lockCampaignState(trx, campaignId))
  if (state === 'running' || state === 'scheduled' || state === 'awaitingApproval') throw new ApiError('campaignStillRunning')
  if (state !== 'paused') return announceState(trx, campaignId)
  if (!mayCancel) throw new ApiError('noPermission')
  if (locked) await stopLocked(trx, locked, by)
  else await announce(trx, campaignId, await cancelReady(trx, { campaignId, simIds, halfReplaced: true }))
}
