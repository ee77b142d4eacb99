import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { campaignRate, otaLog } from './ota.ts'
import { otaStatuses } from './ota-progress.ts'
import { soughtUpTo } from './sim-field-schemas.ts'
import { maxInAddress } from './sim-search.ts'

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })

/** SIMs whose OTA ended in a step of time, by wave. Cancelled SIMs, and those that did not hold what was to be removed, are left out. */
const resultPoint = z.object({ at: z.string(), wave: z.number(), succeeded: z.number(), failed: z.number(), blocked: z.number() })
export type ResultPoint = z.infer<typeof resultPoint>

export const campaignResults = z.object({
  /** The length of a step. It grows with the duration of the campaign. */
  stepMinutes: z.number(),
  /** The steps with results, in order. */
  points: z.array(resultPoint),
  /** The rate of the campaign. Null if the time left cannot be computed from it. */
  rate: campaignRate.nullable(),
})
export type CampaignResults = z.infer<typeof campaignResults>

export const getCampaignResults = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/results',
  needs: 'signedIn',
  summary: 'Succeeded, failed and blocked SIMs of a campaign over time, and its present rate',
  params: campaignId,
  response: campaignResults,
  errors: ['campaignNotFound'],
})

/** A cell by its codes, as in `cell` of the SIMs of a campaign: country, network, area, cell. */
const cellName = z.string().regex(/^\d{3}-\d{2,3}-\d{1,9}-\d{1,15}$/)

/** A SIM of a campaign with its OTAs: the removal, if there is one, then the other. */
export const campaignSim = z.object({
  /** The id of the OTA that decides the status. */
  id: z.number(),
  sim_id: z.number(),
  iccid: z.string(),
  device_alias: z.string().nullable(),
  wave: z.number(),
  /** The combined status of the OTAs, as the figures of the campaign count it. */
  status: z.enum(otaStatuses),
  /** True if everything was cancelled before anything was sent. */
  cancelled: z.boolean(),
  otas: z.array(otaLog),
})
export type CampaignSim = z.infer<typeof campaignSim>

/**
 * The reasons for which a SIM is Ready: the campaign was stopped and is about to cancel it, waits for an approval, or has not started, its
 * wave is not released, the campaign is outside its hours or paused, the SIM polls but the answers of the server do not reach it, the OTA
 * waits for its next attempt, the server refused what the SIM sent in the last day, it never polled, it has been silent for a day, it has not
 * polled since the release ten minutes ago or earlier, the campaign has as many sessions as it may; or `soon`, for none of these. An OTA by
 * SMS waits for the gateway (`gateway`), or for its turn to be sent (`message`).
 */
export const waitingReasons = [
  'stopping',
  'approval',
  'scheduled',
  'wave',
  'window',
  'paused',
  'unanswered',
  'retry',
  'refused',
  'neverPolled',
  'silent',
  'noPoll',
  'limit',
  'gateway',
  'message',
  'soon',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** The statuses by which the SIMs of a campaign are filtered. A cancelled SIM is not Failed here. */
export const campaignSimStatuses = [...otaStatuses, 'Cancelled'] as const
export type CampaignSimStatus = (typeof campaignSimStatuses)[number]

export const listCampaignSims = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/sims',
  needs: 'signedIn',
  summary: 'SIMs of a campaign with their OTAs, in the order in which they were added',
  params: campaignId,
  query: listQuery(['sim_id'], {
    status: z.enum(campaignSimStatuses).optional(),
    wave: z.coerce.number().int().min(1).max(100).optional(),
    /** The code of a cause, the status word after a hyphen, and the reason after another one: `500-6A84`, `402`, `500-6985-imported`. */
    cause: z
      .string()
      .regex(/^\d{1,4}(-([0-9A-Fa-f]{4})?(-[A-Za-z]{1,40})?)?$/)
      .optional(),
    /** The reason for which SIMs are still Ready. */
    waiting: z.enum(waitingReasons).optional(),
    /** The cell of the last poll. */
    cell: cellName.optional(),
    /** The SIMs that this campaign set aside and that nobody has taken back. */
    quarantined: z.literal('true').optional(),
    /** Numbers or words, as in the SIM list. */
    search: soughtUpTo(maxInAddress),
  }),
  response: campaignSim,
  list: true,
  errors: ['campaignNotFound', 'searchTooSlow', 'tooManyRequests'],
})

/** The statuses whose causes are grouped. */
export const causeStatuses = ['Failed', 'Blocked', 'Interrupted'] as const

export const campaignDiagnosis = z.object({
  /** The time at which it was counted. That of a large campaign may be some minutes ago. */
  at: z.string(),
  /** SIMs that ended or stopped for the same reason, the most frequent first, at most 100 groups. */
  causes: z.array(
    z.object({
      status: z.enum(causeStatuses),
      code: z.number().nullable(),
      sw: z.string().nullable(),
      reason: z.string().nullable(),
      sims: z.number(),
    }),
  ),
  /** SIMs that are still Ready, by the reason. */
  waiting: z.array(z.object({ reason: z.enum(waitingReasons), sims: z.number() })),
  /** The ten cells with the largest share of failures among at least five results, by the cell of the last poll. */
  cells: z.array(
    z.object({ mcc: z.string(), mnc: z.string(), lac: z.number(), cellId: z.number(), ended: z.number(), failed: z.number() }),
  ),
})
export type CampaignDiagnosis = z.infer<typeof campaignDiagnosis>

/** The name of a cell in the filter `cell`. */
export const cellNameOf = ({ mcc, mnc, lac, cellId }: CampaignDiagnosis['cells'][number]): string => `${mcc}-${mnc}-${lac}-${cellId}`

/** The name of a cause in the filter `cause`; null for one without a code. */
export function causeNameOf({ code, sw, reason }: Pick<CampaignDiagnosis['causes'][number], 'code' | 'sw' | 'reason'>): string | null {
  if (code === null) return null
  return [code, ...(sw || reason ? [sw ?? ''] : []), ...(reason ? [reason] : [])].join('-')
}

export const getCampaignDiagnosis = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/diagnosis',
  needs: 'signedIn',
  summary: 'Why SIMs of a campaign failed or still wait, and the cells where many failed',
  params: campaignId,
  response: campaignDiagnosis,
  errors: ['campaignNotFound', 'searchTooSlow', 'tooManyRequests'],
})

/**
 * The changes that a campaign makes by itself, apart from the release of waves: it pauses, resumes in its daily window, and ends at its
 * time.
 */
export const ownChanges = ['pauseByFailures', 'pauseByOctets', 'pauseByWindow', 'resumeByWindow', 'end'] as const

/** A change of one limit of a campaign. Null: no limit. */
const limitChange = z.object({
  name: z.enum(['retries', 'maxAtOnce', 'maxPerCell', 'maxFailedPercent', 'octetsInAll']),
  from: z.number().nullable(),
  to: z.number().nullable(),
})
export type LimitChange = z.infer<typeof limitChange>

/**
 * Changes of a campaign: its start, or `ask` for one that needs an approval; the end of its request (`approve` to `expire`); the changes of
 * members and API IDs; what the campaign does by itself; and `wave`, the release of a wave by it.
 */
export const campaignChanges = [
  'start',
  'ask',
  'approve',
  'reject',
  'withdraw',
  'expire',
  'pause',
  'resume',
  'release',
  'change',
  'cancel',
  'rollback',
  'archive',
  'moveBack',
  'retryNow',
  'wave',
  ...ownChanges,
] as const
export type CampaignChange = (typeof campaignChanges)[number]

export const getCampaignHistory = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/history',
  needs: 'LOGS_SYSTEM_LOG',
  summary: 'The changes of a campaign with their authors, newest first, at most 200',
  params: campaignId,
  response: z.array(
    z.object({
      at: z.string(),
      change: z.enum(campaignChanges),
      /** The name of the member or API ID; null for the campaign itself. */
      by: z.string().nullable(),
      /** The e-mail of the member at that time, or of the account that started it. Null for others and for deleted accounts. */
      email: z.string().nullable(),
      wave: z.number().nullable(),
      /** The new limit of failures in percent. */
      maxFailedPercent: z.number().nullable(),
      /** The limits that were changed. */
      limits: z.array(limitChange),
      /** For `pauseByFailures`: `failed` of `ended` SIMs of the wave. */
      failed: z.number().nullable(),
      ended: z.number().nullable(),
      /** For `pauseByOctets`: the octets used by then, and the budget. */
      octets: z.number().nullable(),
      budget: z.number().nullable(),
      /** The number of SIMs that the change named; null for all. */
      sims: z.number().nullable(),
    }),
  ),
  errors: ['campaignNotFound'],
})
