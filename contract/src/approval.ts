import { z } from 'zod'
import { confirmedCount, dryRun } from './bulk-ota.ts'
import { rejectionReason } from './campaign-approval.ts'
import { endpoint } from './endpoint.ts'
import { campaign } from './ota.ts'
import { rollbackPlan } from './rollback.ts'

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })

/** The request for approval of a campaign: the dry run of that time, and how many SIMs have changed since. */
export const approvalRequest = z.object({
  /** The value of `system_ota_approval_threshold` when the approval was asked for. */
  threshold: z.number(),
  note: z.string(),
  /** The dry run that the person who asked confirmed. One of the two is null: `rollback` belongs to the rollback of a campaign. */
  dryRun: dryRun.nullable(),
  rollback: rollbackPlan.nullable(),
  /** The list of the SIMs of the dry run, for `listDryRunSims`. Null if the campaign has none any more. */
  snapshotId: z.number().nullable(),
  /** SIMs of the campaign by what has happened to them since. Null once the campaign no longer waits. */
  changes: z
    .object({
      /** The time at which they were counted. That of a large campaign may be some minutes ago. */
      at: z.string(),
      polled: z.number(),
      /** SIMs that were deleted. */
      deleted: z.number(),
      /** SIMs without keys now. They had keys. */
      withoutKeys: z.number(),
      /** SIMs that hold another applet than the campaign would remove. */
      otherApplet: z.number(),
      /** SIMs whose last poll is seven days ago or longer, now. */
      silent: z.number(),
    })
    .nullable(),
  /** The names of those who may approve, at most ten, and their number. */
  approvers: z.array(z.string()),
  approverCount: z.number(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof approvalRequest>

export const getApproval = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/approval',
  needs: 'signedIn',
  summary: 'What a campaign asked approval for, and what has changed since',
  params: campaignId,
  response: approvalRequest,
  errors: ['campaignNotFound', 'noApprovalAsked', 'searchTooSlow', 'tooManyRequests'],
})

/** An API ID cannot approve, and neither can the person who asked, not even after an API ID of theirs has asked. */
export const approveCampaign = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/approve',
  needs: 'OTA_CREATE',
  own: true,
  action: 'otaUpdate',
  summary: 'Approve a campaign that another person asked for; it starts, or waits for its start',
  params: campaignId,
  body: z
    .strictObject({
      /** The number of SIMs of the campaign without the cancelled ones, which the user confirms. Required above `maxUnconfirmedSims`. */
      confirmedCount: confirmedCount.optional(),
    })
    .optional(),
  response: campaign,
  errors: [
    'campaignNotFound',
    'noApprovalAsked',
    'approvalDecided',
    'approvalByAsker',
    'approvalExpired',
    'startCountRequired',
    'startCountDiffers',
  ],
})

export const rejectCampaign = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/reject',
  needs: 'OTA_CREATE',
  own: true,
  action: 'otaUpdate',
  summary: 'Reject a campaign that another person asked for; nothing was sent to its SIMs',
  params: campaignId,
  body: z.strictObject({ reason: rejectionReason }),
  response: campaign,
  errors: ['campaignNotFound', 'noApprovalAsked', 'approvalDecided', 'approvalByAsker'],
})

export const withdrawCampaign = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/withdraw',
  needs: 'OTA_CREATE',
  action: 'otaUpdate',
  summary: 'Withdraw the own request for approval; nothing was sent to the SIMs',
  params: campaignId,
  response: campaign,
  errors: ['campaignNotFound', 'noApprovalAsked', 'approvalDecided', 'notAsker'],
})
