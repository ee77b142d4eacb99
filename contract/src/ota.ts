import { z } from 'zod'
import { campaignApproval } from './campaign-approval.ts'
import { campaignWakes } from './campaign-wakes.ts'
import { endpoint } from './endpoint.ts'
import { otaKindNames } from './ota-kinds/kinds.ts'
import { otaStatuses, progress } from './ota-progress.ts'
import { limitChanges, limitFields, rollout } from './rollout.ts'

/** The specification's OTA error codes (§8). */
export const otaErrorCodes = [100, 101, 200, 201, 202, 203, 300, 400, 401, 402, 500, 501] as const
export type OtaErrorCode = (typeof otaErrorCodes)[number]

/** `awaitingApproval` and `rejected` are states of a campaign that needs the approval of a second person. */
export const campaignStates = [
  'awaitingApproval',
  'scheduled',
  'running',
  'paused',
  'stopping',
  'completed',
  'completedWithFailures',
  'stopped',
  'rejected',
] as const
export type CampaignState = (typeof campaignStates)[number]
/** The states of a campaign that has not ended. */
export const openCampaignStates: readonly CampaignState[] = ['awaitingApproval', 'scheduled', 'running', 'paused', 'stopping']

const counts = z.record(z.enum(otaStatuses), z.number())

/** The reasons of a pause: a member, too many failures in a wave, a time outside the daily window, or a used budget of octets in all. */
export const pauseCauses = ['member', 'failures', 'window', 'octets'] as const

/** A pause of a campaign. For `failures`, the wave and its results at that time: `failed` of `ended` SIMs. */
const pause = z.object({
  cause: z.enum(pauseCauses),
  /** The name of the member; empty for another cause. */
  by: z.string(),
  at: z.string(),
  wave: z.number().nullable(),
  failed: z.number().nullable(),
  ended: z.number().nullable(),
})

/** A wave of a campaign, with the number of its SIMs by the status of their OTA. */
export const campaignWave = z.object({
  /** From 1. */
  wave: z.number(),
  sims: z.number(),
  /** Null: nothing is sent to its SIMs yet. */
  releasedAt: z.string().nullable(),
  counts,
  cancelled: z.number(),
})
export type CampaignWave = z.infer<typeof campaignWave>

/**
 * The reasons for which the set-up of a campaign ends without a start. They are codes of errors; `notPossible` stands for the others, and
 * `stoppedInSetup` for a stop.
 */
export const setupProblems = [
  'startCountDiffers',
  'removalsDiffer',
  'removalConsentRequired',
  'noTargetSims',
  'packageNotFound',
  'notPossible',
  'stoppedInSetup',
] as const
export type SetupProblem = (typeof setupProblems)[number]

/** The SIMs of a campaign that ended in its last minutes, at most ten. */
export const campaignRate = z.object({ sims: z.number(), minutes: z.number() })
export type CampaignRate = z.infer<typeof campaignRate>

export const campaign = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(campaignStates),
  action: z.enum(otaKindNames),
  /** Null: the card as a whole. */
  appletType: z.number().nullable(),
  /** `deleted`: another package may have the same key by now. */
  package: z
    .object({ packageAID: z.string(), otaVersion: z.string(), label: z.string(), name: z.string(), deleted: z.boolean() })
    .nullable(),
  /** True when the package is a library. */
  library: z.boolean(),
  /** The number of SIMs in the campaign. `excluded` SIMs of the snapshot were left out. */
  total: z.number(),
  excluded: z.number(),
  /** The number of SIMs by the status of their OTA. The numbers add up to `total`. */
  counts,
  /** The number of Failed SIMs that were cancelled before any command was sent to them. */
  cancelled: z.number(),
  /** The number of SIMs that the campaign set aside and that nobody has taken back. */
  quarantined: z.number(),
  /** Null while the campaign is not paused. */
  paused: pause.nullable(),
  /**
   * The time at which the campaign was stopped, and the name of the member, which is empty if it reached its end. From then on no SIM
   * starts. In state `stopping`, its Ready OTAs are being cancelled, and those that have begun continue to their end. Null: it was not
   * stopped.
   */
  stopRequested: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Null: the campaign needed no approval. */
  approval: campaignApproval.nullable(),
  /**
   * Null once the OTAs of all SIMs are written; a campaign of at most 10,000 SIMs writes them in its call. Until then, `written` of `otas`
   * are written, in the order of the waves, and only SIMs whose OTAs are written can start; `otas` is null until the SIMs are listed. With a
   * `problem`, the campaign ended without a start.
   */
  setup: z.object({ written: z.number(), otas: z.number().nullable(), problem: z.enum(setupProblems).nullable() }).nullable(),
  /** The number of cancelled SIMs without an OTA, because of a stop in the set-up. No list of SIMs contains them. */
  unwritten: z.number(),
  /** Null: all SIMs were released at the start. */
  rollout: rollout.nullable(),
  /** Null: the campaign wakes no SIM. */
  wakes: campaignWakes.nullable(),
  /** The octets of its sessions up to now, sent and received, for the budget in all. Null without such a budget. */
  octets: z.number().nullable(),
  /** The waves in order. Empty without a rollout. */
  waves: z.array(campaignWave),
  /** True while the next wave of a running campaign waits until a member releases it. */
  waitsForRelease: z.boolean(),
  /** The TAR to which its scripts are sent by SMS, as hex. Null: sessions carry its OTAs. */
  smsTAR: z.string().nullable(),
  /** The campaign that this one rolls back. */
  rollbackOf: z.number().nullable(),
  /** The newest rollback that was not rejected; null for none. `left`: the least number of changed SIMs that no rollback contains. */
  rolledBackBy: z.object({ id: z.number(), state: z.enum(campaignStates), left: z.number() }).nullable(),
  /** Null if the time left cannot be computed from it: the campaign does not run, or no SIM ended in its last minutes. */
  rate: campaignRate.nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Null: the campaign is in the list. */
  archivedAt: z.string().nullable(),
})
export type Campaign = z.infer<typeof campaign>

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })

/** The parameters of an installation. `cardParameters` is left out when there were none. */
const installation = z.object({
  moduleAID: z.string(),
  instanceAID: z.string(),
  installParameters: z.string(),
  cardParameters: z.string().optional(),
})

/** A group of SIMs that held the same applet or library: a campaign removed it, and the new one then failed. */
export const withoutApplet = z.object({
  /** The name of the group within its campaign. */
  group: z.string(),
  count: z.number(),
  /** The package that the SIMs held. Null if it is not registered here. */
  package: z.object({ packageAID: z.string(), otaVersion: z.string(), label: z.string(), name: z.string() }).nullable(),
  packageAID: z.string(),
  /** True for a library, which was loaded and has no `install`. */
  library: z.boolean(),
  /** The parameters of its installation. Null when it was not installed from here. */
  install: installation.nullable(),
})
export type WithoutApplet = z.infer<typeof withoutApplet>

export const getWithoutApplet = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/withoutApplet',
  needs: 'signedIn',
  summary: 'SIMs that lost their applet or library in a campaign and have none now, grouped by the lost package',
  params: campaignId,
  /** `simId` narrows the answer to the whole group of that SIM. */
  query: z.strictObject({ simId: z.coerce.number().int().positive().optional() }),
  response: z.array(withoutApplet),
  errors: ['campaignNotFound'],
})

export const getCampaign = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}',
  needs: 'signedIn',
  summary: 'One campaign with its live counts',
  params: campaignId,
  response: campaign,
  errors: ['campaignNotFound'],
})

/**
 * The changes of a campaign that has not ended. A campaign that is already in the wanted state stays as it is. After `resume`, results up
 * to then no longer count as failures of the wave. `release` lets the next wave begin without waiting for the present one. `retryNow` lets
 * SIMs that wait for their next attempt begin it at their next POLL. `setLimits` changes limits of a campaign with a rollout.
 */
export const changeCampaign = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/bulkOTA/{id}',
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Pause a campaign at once, resume it at the same position, or release its next wave',
  params: campaignId,
  body: z.strictObject({
    action: z.enum(['pause', 'resume', 'release', 'retryNow', 'setLimits']),
    /** For `retryNow`: the SIMs. Without them, all are meant. */
    simIds: z.array(z.number().int().positive()).min(1).max(10_000).optional(),
    /** For `release`: the number of the wave to release. It prevents that two clicks release two waves. */
    wave: z.number().int().min(2).optional(),
    /** For `setLimits`: the limits to change. */
    limits: limitChanges.optional(),
    /** For `resume`: another `maxFailedPercent` of the rollout. */
    maxFailedPercent: z.number().min(0).max(100).nullable().optional(),
    /** For `resume`: another budget of octets in all. It must exceed the octets that are used. */
    octetsInAll: limitFields.octetsInAll.optional(),
  }),
  response: campaign,
  errors: [
    'campaignNotFound',
    'campaignEnded',
    'noFurtherWave',
    'campaignNotRunning',
    'noRollout',
    'campaignAwaitsApproval',
    'approvedLimit',
    'budgetBelowSim',
    'budgetSpent',
    'emptyParameters',
  ],
})

/** One OTA: one action on one applet of one SIM. */
export const otaLog = z.object({
  id: z.number(),
  campaign_id: z.number(),
  sim_id: z.number(),
  iccid: z.string(),
  device_alias: z.string().nullable(),
  /** The wave of the campaign in which the SIM is, from 1. Nothing is sent before the wave is released. */
  wave: z.number(),
  /** Null: the card as a whole. */
  applet_type: z.number().nullable(),
  package: z.object({ packageAID: z.string(), otaVersion: z.string(), label: z.string(), name: z.string() }).nullable(),
  progress,
  /** The parameters of the installation, for a repetition of the OTA. Null for a removal. */
  install: installation.nullable(),
  created_at: z.string(),
  /**
   * The times of four events: the first POLL of the SIM for this OTA, the start of its first script, the first command that the card ran,
   * and the end.
   */
  polled_at: z.string().nullable(),
  channel_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  interruptions: z.number(),
  /** Number of failed attempts after which the OTA was tried again, of at most `retries`. */
  attempts: z.number(),
  retries: z.number(),
  /** Number of sessions in a row in which the card answered nothing. From `maxUnanswered` on, answers are taken not to reach it. */
  unanswered: z.number(),
  /** The time before which an open OTA is not sent. Null: it need not wait. */
  not_before: z.string().nullable(),
  /** The command at `progress.acked`, for instance `LOAD 8`. */
  failed_command: z.string().nullable(),
})
export type OtaLog = z.infer<typeof otaLog>

export const cancelOta = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/cancelOTA/{id}',
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Stop a campaign: cancel its OTAs that are still Ready; or cancel those of some of its SIMs',
  params: campaignId,
  body: z.strictObject({ simIds: z.array(z.number().int().positive()).min(1).max(10_000).optional() }).optional(),
  /**
   * The number of SIMs whose OTAs the call has cancelled. `continues`: the other Ready OTAs of a large campaign are cancelled after the
   * call; none of them starts. Stopping a campaign again does nothing.
   */
  response: z.object({ cancelled: z.number(), continues: z.boolean() }),
  errors: ['campaignNotFound', 'nothingReady'],
})
