import { z } from 'zod'
import { confirmedCount, dryRunDuration } from './bulk-ota.ts'
import { approvalNote } from './campaign-approval.ts'
import { endpoint } from './endpoint.ts'
import { campaign } from './ota.ts'

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })
/** Some SIMs of the campaign. Without them, all are meant. */
const simIds = z.array(z.number().int().positive()).min(1).max(10_000).optional()

/**
 * The reasons for which a SIM is left out of a rollback: no keys, set aside, an open OTA, a later OTA that changed the SIM, or a former
 * applet whose package or parameters are not known here.
 */
export const rollbackExclusions = ['noKeys', 'quarantined', 'otaInProgress', 'changedSince', 'unknownBefore'] as const
export type RollbackExclusion = (typeof rollbackExclusions)[number]

export const rollbackPlan = z.object({
  /** The number of SIMs that the campaign changed. */
  total: z.number(),
  eligible: z.number(),
  /** The number of SIMs from which the applet of the campaign is removed. */
  removals: z.number(),
  /** The packages that SIMs get again, in place of the applet of the campaign or after a removal. */
  restores: z.array(z.object({ packageAID: z.string(), otaVersion: z.string(), label: z.string(), name: z.string(), count: z.number() })),
  excluded: z.array(z.object({ reason: z.enum(rollbackExclusions), count: z.number() })),
})
export type RollbackPlan = z.infer<typeof rollbackPlan>

export const dryRunRollback = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/admin/dryRunRollbackOTA/{id}',
  needs: 'OTA_CREATE',
  summary: 'Compute the effect of a rollback, without starting it',
  params: campaignId,
  body: z.strictObject({ simIds }).optional(),
  response: rollbackPlan.extend({
    /** The list of the SIMs: `getDryRun`, `listDryRunSims` and the CSV accept it as their id. It ends after a day. */
    snapshotId: z.number(),
    bytesInAll: z.number(),
    duration: dryRunDuration,
  }),
  errors: ['campaignNotFound', 'rollbackNotPossible', 'searchTooSlow', 'tooManyRequests'],
})

/** A campaign that has not ended must be paused first. Its SIMs that are still Ready are cancelled, which needs OTA_UPDATE too. */
export const rollbackOta = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/rollbackOTA/{id}',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Start the reverse campaign: SIMs hold again what they held before a campaign changed them',
  params: campaignId,
  body: z
    .strictObject({
      simIds,
      /** The number of SIMs of the dry run (`eligible`), which the user confirms. Required above `maxUnconfirmedSims`. */
      confirmedCount: confirmedCount.optional(),
      /** A note for those who may approve, if the number of SIMs requires an approval. */
      approvalNote,
    })
    .optional(),
  response: campaign,
  errors: [
    'campaignNotFound',
    'rollbackNotPossible',
    'campaignStillRunning',
    'noTargetSims',
    'startCountRequired',
    'startCountDiffers',
    'fleetBusy',
    'searchTooSlow',
    'tooManyRequests',
  ],
})
