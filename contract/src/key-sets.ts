import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

/** A key without its value. */
export const keyFacts = z.object({
  name: z.enum(['ENC', 'MAC', 'DEK', 'CAP_AUTH_KEY', 'ENCRYPT_KEY']),
  /** Its length; null if the server cannot open it, because it was stored under another master key. */
  bits: z.number().nullable(),
  /** The key check value, six hex digits. Null for a key of the poller, which has none, and for a key that cannot be opened. */
  kcv: z.string().nullable(),
})
export type KeyFacts = z.infer<typeof keyFacts>

export const keySet = z.object({
  /** `scp03`: the keys of a security domain. `poller`: the keys of the polls and device sessions. */
  kind: z.enum(['scp03', 'poller']),
  /** The security domain; null for the poller. */
  aid: z.string().nullable(),
  /** 0 asks the card for its default keys. Null for the poller. */
  keyVersionNumber: z.number().nullable(),
  /** `unproven`: keys of a rotation that the card has not proven yet. Until then it holds these or those in force. */
  state: z.enum(['inForce', 'unproven']),
  keys: z.array(keyFacts),
  /** The time of the writing, and the member, API ID or campaign that wrote the keys; null if unknown. */
  written: z.object({ at: z.string().nullable(), by: z.string().nullable(), campaignId: z.number().nullable() }),
})
export type KeySet = z.infer<typeof keySet>

export const keySets = z.object({
  /** The security domain to which the OTAs of the SIM are sent. */
  aid: z.string(),
  keySets: z.array(keySet),
})
export type KeySets = z.infer<typeof keySets>

export const getSecurityDomain = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/securityDomain/{id}',
  needs: 'signedIn',
  summary: 'The security domain of a SIM and its key sets, without the keys; null for a SIM without keys',
  params: simId,
  response: keySets.nullable(),
  errors: ['simNotFound'],
})

export const updateSecurityDomain = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/securityDomain/{id}',
  needs: 'OTA_UPDATE',
  action: 'simUpdate',
  summary: 'Change the security domain to which the OTAs of a SIM are sent',
  params: simId,
  body: z.strictObject({
    aid: z
      .string()
      .regex(/^([0-9A-Fa-f]{2}){5,16}$/)
      .optional(),
  }),
  response: keySets,
  errors: ['simNotFound', 'emptyParameters', 'simWithoutKeys', 'keysUnproven'],
})
