import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { otaLog } from './ota.ts'
import { otaStatuses } from './ota-progress.ts'
import { soughtUpTo } from './sim-field-schemas.ts'
import { maxInAddress } from './sim-search.ts'

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })

/** SIMs whose OTA ended in a step of time, by wave. Cancelled SIMs, and those that did not hold what was to be removed, are left out. */
const resultPoint = z.object({ at: z.string(), wave: z.number(), succeeded: z.number(), failed: z.number() })
export type ResultPoint = z.infer<typeof resultPoint>

export const campaignResults = z.object({
  /** The length of a step. It grows with the duration of the campaign. */
  stepMinutes: z.number(),
  /** The steps with results, in order. */
  points: z.array(resultPoint),
  /** The SIMs that ended in the last minutes, at most ten. Null if that says nothing about the time left. */
  rate: z.object({ sims: z.number(), minutes: z.number() }).nullable(),
})
export type CampaignResults = z.infer<typeof campaignResults>

export const getCampaignResults = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/results',
  needs: 'signedIn',
  summary: 'Successes and failures of a campaign over time, and its present rate',
  params: campaignId,
  response: campaignResults,
  errors: ['campaignNotFound'],
})

/** A cell by its codes, as in `cell` of the SIMs of a campaign: country, network, area, cell. */
const cellName = z.string().regex(/^\d{3}-\d{2,3}-\d{1,10}-\d{1,15}$/)

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
    /** The cell of the last poll. */
    cell: cellName.optional(),
    /** Numbers or words, as in the SIM list. */
    search: soughtUpTo(maxInAddress),
  }),
  response: campaignSim,
  list: true,
  errors: ['campaignNotFound'],
})
