import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/handler.ts'
import { keepNewestSelections } from '../../sims/selections/selections.ts'
import { notifyLater } from '../../platform/notifications/notify.ts'
import { systemSettings } from '../../settings/settings.ts'
import type { ApprovalMails } from './mails.ts'
import { type Asker, holdCampaign, insertApproval, keepList } from './queries.ts'

export type { Asker }

/** A request for approval, for a campaign that needs one. */
export type ToAsk = { asker: Asker; note: string; mails: ApprovalMails }

export const askerOf = (caller: Caller): Asker =>
  caller.kind === 'member'
    ? { memberId: caller.memberId, credentialId: null, name: caller.name }
    : { memberId: null, credentialId: caller.credentialId, name: caller.name }

/** The number of SIMs from which a campaign needs approval; null for never. */
export async function approvalThreshold(db: Db): Promise<number | null> {
  const [setting] = await systemSettings(db, ['system_ota_approval_threshold'])
  return Number(setting?.value ?? 0) || null
}

export type NewCampaign = { id: number; name: string; total: number; rollout: Rollout | null }

/** Lets the campaign, which this transaction created, wait for the approval of a second person. */
export async function askForApproval(
  trx: Db,
  campaign: NewCampaign,
  {
    threshold,
    frozen,
    selectionId,
    asking,
  }: { threshold: number; frozen: Pick<ApprovalRequest, 'dryRun' | 'rollback'>; selectionId: number; asking: ToAsk },
): Promise<void> {
  const { id, rollout, total } = campaign
  const until = rollout?.startAt ?? rollout?.endAt ?? null
  await holdCampaign(trx, id)
  const { asker, note } = asking
  await insertApproval(trx, id, asker, { threshold, note, deadline: until === null ? null : new Date(until), frozen, rollout, sims: total })
  await keepList(trx, id, selectionId)
  await keepNewestSelections(trx, 'approval', asker.memberId)
  await asking.mails.asked(trx, id)
  await notifyLater(trx, 'approvalAsked', id)
}
