import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Visible characters of ASCII. Every implementation of TLS-PSK has to support 128 of them (RFC 4279 §5.3). */
export const scp81IdentityPattern = /^[\x21-\x7e]{1,128}$/
const identity = z.string().regex(scp81IdentityPattern)
/** The smallest and the largest number of octets of a key. */
export const scp81KeyOctets = [16, 64] as const

/** The TAR of the issuer security domain, as hex (TS 101 220 Annex D). */
export const usualTriggerTar = '000000'
/** The largest number of octets of session parameters with which a trigger fits one message. */
export const mostTriggerParameterOctets = 94

export const simScp81 = z.object({
  /** Null for a SIM without a key. No call returns the key. */
  key: z
    .object({
      identity,
      /** The AID of the application of the card that manages files; null if the SIM has none. */
      files_aid: z.string().nullable(),
      /** The TAR of the security domain whose admin agent an SMS wakes; null if an SMS wakes the poller of the SIM. */
      trigger_tar: z.string().nullable(),
      /** The session parameters that such an SMS carries, as hex; null for those of the card. */
      trigger_parameters: z.string().nullable(),
      changed_at: z.string(),
      /** The last request that this identity has proven; null before the first one. */
      seen_at: z.string().nullable(),
    })
    .nullable(),
})
export type SimScp81 = z.infer<typeof simScp81>

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

export const getSimScp81 = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/scp81',
  needs: 'signedIn',
  summary: 'The SCP81 identity of a SIM, without its key',
  params: simId,
  response: simScp81,
  errors: ['simNotFound'],
})

/**
 * Replaces all fields; one that is left out is removed, except the key. A connection that the former key has opened ends with its next
 * request.
 */
export const putSimScp81Key = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/{id}/scp81-key',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Set the SCP81 identity and key of a SIM (TLS-PSK)',
  params: simId,
  body: z
    .strictObject({
      /** The PSK identity that the admin agent of the card sends: up to 128 visible characters of ASCII, of one SIM only. */
      identity,
      /** 16 to 64 octets, as hex. Without it, the SIM keeps its key. */
      key: z
        .string()
        .regex(/^([0-9A-Fa-f]{2}){16,64}$/)
        .optional(),
      /** The AID of the application of the card that manages files, as hex. Without it, file scripts wait for the poller of the SIM. */
      files_aid: z
        .string()
        .regex(/^([0-9A-Fa-f]{2}){5,16}$/)
        .optional(),
      /** The TAR of the security domain, as hex. With it, an SMS wakes its admin agent in place of the poller of the SIM. */
      trigger_tar: z
        .string()
        .regex(/^[0-9A-Fa-f]{6}$/)
        .optional(),
      /** Session parameters in place of those of the card: data objects 84, 85, A5, 86 and 89, as hex (GPC Amendment B). */
      trigger_parameters: z
        .string()
        .regex(new RegExp(`^([0-9A-Fa-f]{2}){1,${mostTriggerParameterOctets}}$`))
        .optional(),
    })
    .refine(({ trigger_tar: tar, trigger_parameters: parameters }) => tar !== undefined || parameters === undefined, {
      path: ['trigger_tar'],
    }),
  response: simScp81,
  errors: ['simNotFound', 'scp81IdentityTaken', 'scp81KeyMissing'],
})

export const deleteSimScp81Key = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/sims/{id}/scp81-key',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Remove the SCP81 identity and key of a SIM',
  params: simId,
  response: simScp81,
  errors: ['simNotFound'],
})
