import { ApiError } from '@simdeck/contract/errors.ts'
import { type CampaignState, openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { lockCampaign, lockCampaignState } from '../queries.ts'
import { announce, nothingWritten, type Written } from '../announce.ts'
import { cancelReady } from './cancel-ready.ts'
import { hasMoreReady, lockCancellableSims, markStopped } from './queries.ts'
import { isInSetup } from '../setup-queries.ts'
import { cancelLater } from './stop-in-parts.ts'

/** A campaign with more Ready OTAs is stopped without a lock on its SIMs, and its OTAs are cancelled afterwards, in parts. */
const maxLocked = 2_000

/** Rows that a stop has written. `isNew` is false if it was stopped before; `continues`: the other Ready OTAs are cancelled afterwards. */
export type Stopped = Written & { isNew: boolean; continues: boolean }

/**
 * Cancels the OTAs of some SIMs of a campaign that are Ready; for a replacement that has not begun, the removal and the install. Throws
 * `ApiError('campaignNotFound' | 'nothingReady')`.
 */
export async function cancelSims(db: Db, campaignId: number, simIds: readonly number[], audit: Audit): Promise<Written> {
  return db.transaction().execute(async (trx) => {
    await lockCancellableSims(trx, campaignId, simIds)
    if (!(await lockCampaignState(trx, campaignId))) throw new ApiError('campaignNotFound')
    const cancelled = await cancelReady(trx, { campaignId, simIds, halfReplaced: true })
    if (cancelled.jobIds.length === 0) throw new ApiError('nothingReady')
    await announce(trx, campaignId, cancelled)
    await audit(trx)
    return cancelled
  })
}

/**
 * Stops a campaign for a member. A campaign that was stopped before stays as it is. Throws `ApiError('campaignNotFound' | 'nothingReady')`.
 */
export async function stopForMember(db: Db, campaignId: number, { by, audit }: { by: string; audit: Audit }): Promise<Stopped> {
  return db.transaction().execute(async (trx) => {
    const stopped = await stopCampaign(trx, campaignId, by)
    if (stopped.isNew && stopped.jobIds.length === 0 && !stopped.continues) throw new ApiError('nothingReady')
    await audit(trx)
    return stopped
  })
}

/**
 * Stops a campaign, even if none of its OTAs is Ready. `by` is null if the campaign reached its end. Throws
 * `ApiError('campaignNotFound' | 'nothingReady')`.
 */
export async function stopCampaign(trx: Db, campaignId: number, by: string | null): Promise<Stopped> {
  return stopLocked(trx, await lockToStop(trx, campaignId), by)
}

/** A campaign that is locked for a stop, with the SIMs of its Ready OTAs if these are few. */
export type LockedToStop = { id: number; state: CampaignState; isStopped: boolean; isLarge: boolean }

/** Throws `ApiError('campaignNotFound')`. */
export async function lockToStop(trx: Db, id: number): Promise<LockedToStop> {
  const isLarge = await hasMoreReady(trx, id, maxLocked)
  if (!isLarge) await lockCancellableSims(trx, id, null)
  const campaign = await lockCampaign(trx, id)
  if (!campaign) throw new ApiError('campaignNotFound')
  // A set-up that was completed in between has written many OTAs.
  return { id, ...campaign, isLarge: isLarge || (await hasMoreReady(trx, id, maxLocked)) }
}

/**
 * Stops a locked campaign: from the commit on, it begins with no further SIM. Those that have begun continue to their end, also if the
 * campaign was paused. Throws `ApiError('nothingReady')` for a campaign that has ended without a stop.
 */
export async function stopLocked(trx: Db, { id, state, isStopped, isLarge }: LockedToStop, by: string | null): Promise<Stopped> {
  const inSetup = await isInSetup(trx, id)
  if (isStopped) return { ...nothingWritten, isNew: false, continues: isLarge || inSetup }
  if (!openCampaignStates.includes(state)) throw new ApiError('nothingReady')
  await markStopped(trx, id, by)
  const continues = inSetup || isLarge
  const written = continues ? nothingWritten : await cancelReady(trx, { campaignId: id, simIds: null, halfReplaced: false })
  if (isLarge && !inSetup) await cancelLater(trx, id)
  // The SIMs that are still in the middle of an OTA are due again, in case the campaign was paused.
  await announce(trx, id, written)
  return { ...written, isNew: true, continues }
}
