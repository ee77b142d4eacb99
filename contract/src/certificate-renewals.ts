import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { deliveryTypes } from './identity-templates.ts'
import { simSelection } from './sim-bulk.ts'

/**
 * The last act of the rule on a template. `begun`: it started a campaign. `proposed`: it told in the bell. `refused`: no campaign could start.
 * `nothing`: no SIM with a due certificate could take part.
 */
export const renewalOutcomes = ['begun', 'proposed', 'refused', 'nothing'] as const
export type RenewalOutcome = (typeof renewalOutcomes)[number]

/** The certificates of a template that are due for renewal. */
export const certificateRenewal = z.object({
  templateId: z.number(),
  templateName: z.string(),
  /** `Auto`: the rule starts a campaign once a day. `Manual`: it proposes one. */
  deliveryType: z.enum(deliveryTypes),
  renewBeforeDays: z.number(),
  /** SIMs with a certificate that is due, and without an open OTA on certificates. */
  due: z.number(),
  /** Null if the rule has not acted on the template in the last 30 days. */
  last: z
    .object({
      outcome: z.enum(renewalOutcomes),
      /** The SIMs of the campaign, or those that were due. */
      sims: z.number(),
      campaignId: z.number().nullable(),
      /** The reason for which no campaign could start, in the language of the call. */
      refusal: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
})
export type CertificateRenewal = z.infer<typeof certificateRenewal>

export const listRenewals = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/renewals',
  needs: 'signedIn',
  summary: 'The templates with certificates that are due for renewal, or that the rule renewed in the last 30 days; the most due first',
  response: z.array(certificateRenewal),
  errors: ['tooManyRequests'],
})

export const selectRenewal = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/renewals/{templateId}/selection',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  summary: 'Freeze the SIMs whose certificates of a template are due for renewal as a selection, for a campaign with the step `renew`',
  params: z.strictObject({ templateId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  response: simSelection,
  errors: ['templateNotFound', 'noTargetSims', 'searchTooSlow', 'tooManyRequests'],
})
