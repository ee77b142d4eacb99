import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { smsReasons } from './sim-sms.ts'

/**
 * The reasons for which a campaign wakes a SIM by no message: the SIM has no SCP80 keys or no number; no gateway was set, or its sending was
 * paused; another message was on its way to the SIM (`otherWake`); the SIM had begun before (`begun`); the campaign ended or was stopped
 * before the message was sent (`ended`).
 */
export const wakeSkips = ['noKeys', 'noNumber', 'noGateway', 'gatewayPaused', 'otherWake', 'begun', 'ended'] as const
export type WakeSkip = (typeof wakeSkips)[number]

/** The messages with which a campaign wakes its SIMs. All numbers count SIMs, and add up to the SIMs of the campaign. */
export const campaignWakes = z.object({
  /** SIMs without a message that was sent: of waves that are not released, in the queue, or held by a pause. */
  waiting: z.number(),
  /** The gateway has the message, and its delivery is not known. */
  sent: z.number(),
  delivered: z.number(),
  /** The message was refused or not delivered. */
  failed: z.array(z.object({ reason: z.enum(smsReasons), sims: z.number() })),
  skipped: z.array(z.object({ reason: z.enum(wakeSkips), sims: z.number() })),
})
export type CampaignWakes = z.infer<typeof campaignWakes>

export const getDryRunWakes = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/dryRunBulkOTA/{id}/wakes',
  needs: 'OTA_CREATE',
  summary: 'The number of SIMs of the last dry run that a campaign can wake by SMS now',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  /** `wakeable`, `noKeys` and `noNumber` add up to `eligible`. */
  response: z.object({
    eligible: z.number(),
    wakeable: z.number(),
    /** SIMs without SCP80 keys. */
    noKeys: z.number(),
    /** SIMs with keys and without a number (MSISDN). */
    noNumber: z.number(),
    gateway: z.enum(['ready', 'none', 'paused']),
  }),
  errors: ['snapshotNotFound', 'dryRunNotFound', 'searchTooSlow', 'tooManyRequests'],
})
