import { ApiError } from '@simdeck/contract/errors.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Audit, Caller, MemberCaller } from '../../../platform/http/handler.ts'
import { notifyOfCampaign } from '../../campaign-notifications.ts'
import { requireCount } from '../../confirmed-count.ts'
import { announce } from '../../announce.ts'
import { countsOf } from '../../outcomes/counts.ts'
import { lockCampaignState, selectCampaigns } from '../../queries.ts'
import { beginOf } from '../../rollout/begin.ts'
import { lockToStop, stopLocked } from '../../stop/stop.ts'
import type { ApprovalMails } from '../mails.ts'
import { type ApprovalRow, beginCampaign, type Decision, isAsker, selectApproval, writeDecision } from '../queries.ts'

/** True for the member who asked, and for the API ID that asked. */
export const mayWithdraw = (request: ApprovalRow, caller: Caller): boolean =>
  caller.kind === 'member' ? isAsker(request, caller) : request.asked_credential === caller.credentialId

/** The request of a campaign that waits, and that the transaction has locked in this state. Throws `ApiError`. */
async function waitingRequest(trx: Db, campaignId: number, state: CampaignState | undefined): Promise<ApprovalRow> {
  if (!state) throw new ApiError('campaignNotFound')
  const request = await selectApproval(trx, campaignId)
  if (!request) throw new ApiError('noApprovalAsked')
  if (state !== 'awaitingApproval') throw new ApiError('approvalDecided')
  return request
}

/** The number of SIMs of a campaign without the cancelled ones. */
async function simsOf(trx: Db, campaignId: number): Promise<number> {
  const campaigns = await selectCampaigns(trx, [campaignId])
  const counts = await countsOf(trx, campaigns)
  return campaigns.reduce((sum, { id, total }) => sum + total - (counts.get(id)?.cancelled ?? 0), 0)
}

type ToApprove = { by: MemberCaller; confirmedCount: number | undefined; audit: Audit }

/** Lets a campaign begin. Throws `ApiError`; then nothing changes. */
export async function approve(db: Db, campaignId: number, { by, confirmedCount, audit }: ToApprove): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await waitingRequest(trx, campaignId, await lockCampaignState(trx, campaignId))
    if (isAsker(request, by)) throw new ApiError('approvalByAsker')
    const now = new Date()
    if (request.deadline && request.deadline <= now) throw new ApiError('approvalExpired')
    requireCount(confirmedCount, await simsOf(trx, campaignId))
    await writeDecision(trx, campaignId, { outcome: 'approved', memberId: by.memberId, name: by.name, reason: '' })
    await beginCampaign(trx, campaignId, beginOf(request.rollout, now))
    await announce(trx, campaignId)
    await notifyOfCampaign(trx, campaignId, { kind: 'campaignApproved', by: by.name, ownerId: request.asked_by })
    await audit(trx)
  })
}

/**
 * Stops a campaign that was not approved, and frees its SIMs, to which nothing was sent; those of a large campaign afterwards, in parts.
 */
async function end(trx: Db, campaignId: number, decisionOf: (request: ApprovalRow) => Decision): Promise<{ ownerId: number | null }> {
  const locked = await lockToStop(trx, campaignId)
  const request = await waitingRequest(trx, campaignId, locked.state)
  const decision = decisionOf(request)
  await writeDecision(trx, campaignId, decision)
  await stopLocked(trx, locked, decision.name || null)
  return { ownerId: request.asked_by }
}

type ToReject = { by: MemberCaller; reason: string; mails: ApprovalMails; audit: Audit }

export async function reject(db: Db, campaignId: number, { by, reason, mails, audit }: ToReject): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ownerId } = await end(trx, campaignId, (request) => {
      if (isAsker(request, by)) throw new ApiError('approvalByAsker')
      return { outcome: 'rejected', memberId: by.memberId, name: by.name, reason }
    })
    await mails.rejected(trx, campaignId, { by: by.name, reason })
    await notifyOfCampaign(trx, campaignId, { kind: 'campaignRejected', by: by.name, reason, ownerId })
    await audit(trx)
  })
}

export async function withdraw(db: Db, campaignId: number, { by, audit }: { by: Caller; audit: Audit }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await end(trx, campaignId, (request) => {
      if (!mayWithdraw(request, by)) throw new ApiError('notAsker')
      return { outcome: 'withdrawn', memberId: by.memberId, name: by.name, reason: '' }
    })
    await audit(trx)
  })
}

/** Ends a campaign that nobody can approve any more; false if somebody has decided meanwhile. */
export async function expire(db: Db, campaignId: number): Promise<boolean> {
  return db
    .transaction()
    .execute(async (trx) => {
      const { ownerId } = await end(trx, campaignId, () => ({ outcome: 'expired', memberId: null, name: '', reason: '' }))
      await notifyOfCampaign(trx, campaignId, { kind: 'approvalExpired', ownerId })
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    })
}
