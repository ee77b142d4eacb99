import { z } from 'zod'
import { failureCause, maxCauses } from './campaign-again.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'

/** A SIM that was set aside: all retries of its OTA in a campaign failed. No campaign includes it until a member takes it back. */
export const quarantinedSim = z.object({
  sim_id: z.number(),
  iccid: z.string(),
  device_alias: z.string().nullable(),
  /** The campaign whose OTA failed, with the code and status word of the last attempt. */
  campaign_id: z.number(),
  code: z.number(),
  sw: z.string().nullable(),
  at: z.string(),
})
export type QuarantinedSim = z.infer<typeof quarantinedSim>

export const listQuarantine = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/quarantine',
  needs: 'signedIn',
  summary: 'SIMs that are set aside, newest first',
  query: listQuery(['at'], {
    simId: z.coerce.number().int().positive().optional(),
    campaignId: z.coerce.number().int().positive().optional(),
  }),
  response: quarantinedSim,
  list: true,
})

/** The largest number of SIMs that one call takes back. */
export const maxTakenBack = 10_000

/** SIMs that are not set aside are ignored, so that a repetition is no error. */
export const takeBackSims = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/admin/quarantine',
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Take back SIMs that were set aside, so that campaigns include them again',
  body: z.strictObject({
    simIds: z.array(z.number().int().positive()).min(1).max(maxTakenBack).optional(),
    /** All SIMs that this campaign set aside, at most 10,000 per call. */
    campaignId: z.number().int().positive().optional(),
    /** Only those of them that were set aside for these causes, such as `402/-/quarantined`. */
    causes: z.array(failureCause).min(1).max(maxCauses).optional(),
  }),
  /** `left` is the number of SIMs of the campaign, with these causes, that are still set aside. */
  response: z.object({ simIds: z.array(z.number()), left: z.number() }),
  errors: ['emptyParameters'],
})
