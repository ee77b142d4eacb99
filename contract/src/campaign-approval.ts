import { z } from 'zod'

/** The ends of a request for approval. `expired`: the campaign should have started, or ended, before anybody decided. */
export const approvalOutcomes = ['approved', 'rejected', 'withdrawn', 'expired'] as const
export type ApprovalOutcome = (typeof approvalOutcomes)[number]

/** The approval of a campaign by a second person. */
export const campaignApproval = z.object({
  askedBy: z.string(),
  askedAt: z.string(),
  /** From this time on, nobody can approve: the start of the campaign, else its end. */
  deadline: z.string().nullable(),
  /** Null while nobody has decided. */
  outcome: z.enum(approvalOutcomes).nullable(),
  /** The name of the person who decided; empty for none. */
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  /** The reason of a rejection; empty for none. */
  reason: z.string(),
})
export type CampaignApproval = z.infer<typeof campaignApproval>

/** The largest number of characters of a note and of a reason. */
export const approvalNoteLength = 500

/** A note of the person who asks, for those who may approve. */
export const approvalNote = z.string().trim().max(approvalNoteLength).default('')

/** The reason of a rejection, which the person who asked reads. */
export const rejectionReason = z.string().trim().min(1).max(approvalNoteLength)
