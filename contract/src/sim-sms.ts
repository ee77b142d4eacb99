import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The algorithm of both keys of a key set: AES, or triple DES with two or three keys. */
export const smsAlgorithms = ['aes', '3des'] as const
export type SmsAlgorithm = (typeof smsAlgorithms)[number]

/** The lengths of the keys of an algorithm, in octets. */
export const smsKeyLengths: Readonly<Record<SmsAlgorithm, readonly number[]>> = { aes: [16, 24, 32], '3des': [16, 24] }

/** The TAR of the poller in slot A, as hex. */
export const usualTar = '534D01'

/**
 * The states of a message. `sent`: the gateway has not answered yet; `unknown`: the connection was lost before its answer, and the message
 * is sent again; `accepted`: the gateway has it; `delivered`: a receipt or the card itself says so.
 */
export const smsMessageStates = ['queued', 'sent', 'unknown', 'accepted', 'delivered', 'failed'] as const
export type SmsMessageState = (typeof smsMessageStates)[number]

/**
 * The causes of a failure: here (`noKeys`, `noNumber`, `late`, `counterUsedUp`; `cancelled`: the campaign of the message ended or was
 * stopped before it was sent), at the gateway (`refused`), or on the way. `noReceipt`: the gateway took the message and no receipt came within
 * a day; it stays `accepted`, because it may have been delivered.
 */
export const smsReasons = [
  'noKeys',
  'noNumber',
  'late',
  'counterUsedUp',
  'cancelled',
  'refused',
  'expired',
  'deleted',
  'undeliverable',
  'unknown',
  'rejected',
  'noReceipt',
] as const
export type SmsReason = (typeof smsReasons)[number]

export const smsMessage = z.object({
  id: z.number(),
  state: z.enum(smsMessageStates),
  created_at: z.string(),
  /** The time at which it was last sent. */
  sent_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  attempts: z.number(),
  counter: z.number().nullable(),
  message_id: z.string().nullable(),
  reason: z.enum(smsReasons).nullable(),
  /** The answer of the gateway in English, in one line. */
  detail: z.string().nullable(),
  /** The proof of receipt of the card: its response status code, and whether a checksum under the key of the card proves it. */
  proof: z.object({ status: z.number(), is_authentic: z.boolean(), at: z.string() }).nullable(),
  /** The first poll on the day after the message was sent; null if there is none, and for a script. */
  polled_at: z.string().nullable(),
  /** The script that the message carries; null for a message that wakes the SIM. */
  script: z
    .object({
      tar: z.string(),
      /** C-APDUs as hex. */
      commands: z.array(z.string()),
      /** The number of commands that the card ran, with the status word and the data of the last one; null while it is not known. */
      result: z.object({ executed: z.number(), sw: z.string(), data: z.string() }).nullable(),
    })
    .nullable(),
})
export type SmsMessage = z.infer<typeof smsMessage>

const keySet = {
  /** The number of the key set on the card. */
  key_set: z.number().int().min(1).max(15),
  algorithm: z.enum(smsAlgorithms),
  /** Toolkit application reference of the poller, as hex. */
  tar: z.string().regex(/^[0-9A-Fa-f]{6}$/),
}

export const simSms = z.object({
  /** Null for a SIM without a key set. No call returns its keys. */
  keys: z.object({ ...keySet, changed_at: z.string(), /** The counter of the last packet. */ counter: z.number() }).nullable(),
  /** The receiver of a wake-up: the poller, or the SCP81 admin agent of a security domain. */
  wakes: z.enum(['poller', 'agent']),
  /** Cause for which the SIM cannot be woken now; null if it can. */
  obstacle: z.enum(['noKeys', 'noNumber', 'noGateway', 'paused']).nullable(),
  /** The last ten messages, newest first. */
  messages: z.array(smsMessage),
})
export type SimSms = z.infer<typeof simSms>

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

export const getSimSms = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/sms',
  needs: 'signedIn',
  summary: 'The SCP80 key set of a SIM, without its keys, and its last messages',
  params: simId,
  response: simSms,
  errors: ['simNotFound'],
})

const keyHex = z.string().regex(/^([0-9A-Fa-f]{2}){16,32}$/)

/** The lengths of both keys fit the algorithm. A triple DES key names its own length in KIc and KID. */
const fits = ({ algorithm, kic, kid }: { algorithm: SmsAlgorithm; kic: string; kid: string }): boolean =>
  [kic, kid].every((key) => smsKeyLengths[algorithm].includes(key.length / 2))

/** The counter of a key set that was there before continues, also if its keys change; `counter` can only raise it. */
export const putSimSmsKeys = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/{id}/sms-keys',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Set the SCP80 key set of a SIM',
  params: simId,
  body: z
    .strictObject({
      ...keySet,
      kic: keyHex,
      kid: keyHex,
      /** The highest counter that another platform has used. */
      counter: z
        .number()
        .int()
        .min(0)
        .max(2 ** 40 - 2)
        .optional(),
    })
    .refine(fits, { path: ['kic'] }),
  response: simSms,
  errors: ['simNotFound'],
})

export const deleteSimSmsKeys = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/sims/{id}/sms-keys',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Remove the SCP80 key set of a SIM',
  params: simId,
  response: simSms,
  errors: ['simNotFound'],
})

/**
 * A SIM whose last wake-up is not answered yet keeps it: no second message is queued. One that a pause of its campaign holds is sent. A
 * script that is not answered yet wakes nothing, so the call is refused.
 */
export const wakeSim = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/{id}/wake',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Let the poller of a SIM poll at once, or its SCP81 admin agent connect, by an SMS',
  params: simId,
  response: simSms,
  errors: ['simNotFound', 'simNotWakeable', 'smsUnderWay'],
})
