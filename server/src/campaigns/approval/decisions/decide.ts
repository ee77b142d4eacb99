import { ApiError } from '@simdeck/contract/errors.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Audit, Caller, MemberCaller } from '../../../platform/http/handler.ts'
import { lockCampaignState } from '../../queries.ts'
import { beginOf } from '../../rollout/begin.ts'
import type { Written } from '../../stop/cancel-ready.ts'
import { lockToStop, stopLocked } from '../../stop/stop.ts'
import type { ApprovalMails } from '../mails.ts'
import { type ApprovalRow, beginCampaign, type Decision, selectApproval, writeDecision } from '../queries.ts'

/** True for the member who asked, also by an API ID, or with a new account for the same address. */
export const isAsker = ({ asked_by, asked_email }: ApprovalRow, { memberId, email }: Pick<MemberCaller, 'memberId' | 'email'>): boolean =>
  asked_by === memberId || asked_email?.toLowerCase() === email.toLowerCase()

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

/** Lets a campaign begin. Throws `ApiError`; then nothing changes. */
export async function approve(db: Db, campaignId: number, { by, audit }: { by: MemberCaller; audit: Audit }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await waitingRequest(trx, campaignId, await lockCampaignState(trx, campaignId))
    if (isAsker(request, by)) throw new ApiError('approvalByAsker')
    const now = new Date()
    if (request.deadline && request.deadline <= now) throw new ApiError('approvalExpired')
    await writeDecision(trx, campaignId, { outcome: 'approved', memberId: by.memberId, name: by.name, reason: '' })
    await beginCampaign(trx, campaignId, beginOf(request.rollout, now))
    await audit(trx)
  })
}

/** Stops a campaign that was not approved, and frees its SIMs, to which nothing was sent; those of a large campaign afterwards, in parts. */
async function end(trx: Db, campaignId: number, decisionOf: (request: ApprovalRow) => Decision): Promise<Written> {
  const locked = await lockToStop(trx, campaignId)
  const decision = decisionOf(await waitingRequest(trx, campaignId, locked.state))
  await writeDecision(trx, campaignId, decision)
  return stopLocked(trx, locked, decision.name || null)
}

type ToReject = { by: MemberCaller; reason: string; mails: ApprovalMails; audit: Audit }

export async function reject(db: Db, campaignId: number, { by, reason, mails, audit }: ToReject): Promise<Written> {
  return db.transaction().execute(async (trx) => {
    const cancelled = await end(trx, campaignId, (request) => {
      if (isAsker(request, by)) throw new ApiError('approvalByAsker')
      return { outcome: 'rejected', memberId: by.memberId, name: by.name, reason }
    })
    await mails.rejected(trx, campaignId, { by: by.name, reason })
    await audit(trx)
    return cancelled
  })
}

export async function withdraw(db: Db, campaignId: number, { by, audit }: { by: Caller; audit: Audit }): Promise<Written> {
  return db.transaction().execute(async (trx) => {
    const cancelled = await end(trx, campaignId, (request) => {
      if (!mayWithdraw(request, by)) throw new ApiError('notAsker')
      return { outcome: 'withdrawn', memberId: by.memberId, name: by.name, reason: '' }
    })
    await audit(trx)
    return cancelled
  })
}

/** Ends a campaign that nobody can approve any more; null if somebody has decided meanwhile. */
export async function expire(db: Db, campaignId: number): Promise<Written | null> {
  return db
    .transaction()
    .execute((trx) => end(trx, campaignId, () => ({ outcome: 'expired', memberId: null, name: '', reason: '' })))
    .catch((error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    })
}
