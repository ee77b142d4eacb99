import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
