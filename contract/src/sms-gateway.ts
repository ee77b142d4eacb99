import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { host, serverPort } from './host.ts'

export const smppSecurities = ['tls', 'none'] as const
/** The port that IANA lists for SMPP. */
export const smppPort = 2775

/** Maximum lengths: those of SMPP 3.4, except that message centres take longer passwords than its eight characters. */
export const smppLimits = { systemId: 15, password: 64, systemType: 12 } as const

/**
 * Causes for which a gateway takes nothing: `outOfReach` (an address that settings may not use), `unreachable` (no answer), `certificate`,
 * `refused` (system ID or password), `busy` (its limit of messages), `rejected` (the message), `invalid` (an answer that is no SMPP).
 */
export const smsFailures = ['outOfReach', 'unreachable', 'certificate', 'refused', 'busy', 'rejected', 'invalid'] as const
export type SmsFailure = (typeof smsFailures)[number]

/** The states of a message that a receipt reports. `waiting`: no receipt came in time. */
export const smsStates = [
  'waiting',
  'enroute',
  'delivered',
  'expired',
  'deleted',
  'undeliverable',
  'accepted',
  'unknown',
  'rejected',
] as const
export type SmsState = (typeof smsStates)[number]

/** Pace of the messages: its limits, and its values at first. */
export const smsPace = { perSecond: 20, mostPerSecond: 1000, window: 10, largestWindow: 500 } as const

const ascii = (most: number) => z.string().regex(new RegExp(`^[\\x20-\\x7e]{0,${most}}$`))
/** The sender: a number, up to eleven letters and digits, or nothing for that of the gateway. */
export const isSmsSender = (text: string): boolean => text === '' || /^\+?\d{3,20}$/.test(text) || /^[A-Za-z0-9 ]{1,11}$/.test(text)
export const isSmsNumber = (text: string): boolean => /^\+?\d{5,15}$/.test(text)

const gateway = {
  host,
  port: serverPort,
  security: z.enum(smppSecurities),
  system_id: ascii(smppLimits.systemId).min(1),
  system_type: ascii(smppLimits.systemType),
  sender: z.string().refine(isSmsSender),
  /** The most messages that are sent in a second. */
  messages_per_second: z.number().int().min(1).max(smsPace.mostPerSecond).default(smsPace.perSecond),
  /** The most messages that wait for an answer of the gateway at a time. */
  window_size: z.number().int().min(1).max(smsPace.largestWindow).default(smsPace.window),
  /** True while nothing but tests is sent. Messages stay queued. */
  is_paused: z.boolean().default(false),
}

/** The gateway for short messages (SMPP 3.4, transceiver). No call returns its password. */
export const smsGateway = z.object({
  /** Null while there is none. */
  gateway: z.object({ ...gateway, has_password: z.boolean() }).nullable(),
})
export type SmsGateway = z.infer<typeof smsGateway>

export const getSmsGateway = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sms-gateway',
  needs: 'SETTING_SIM',
  summary: 'The gateway for short messages, without its password',
  response: smsGateway,
})

/**
 * A `password` left out stays as it is, but only for the same address, encryption and system ID, so that it is not sent to a stranger. An
 * empty one removes it.
 */
export const putSmsGateway = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sms-gateway',
  needs: 'SETTING_SIM',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Set the gateway for short messages',
  body: z.strictObject({ ...gateway, password: ascii(smppLimits.password).optional() }),
  response: smsGateway,
  errors: ['verificationRequired'],
})

export const deleteSmsGateway = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/sms-gateway',
  needs: 'SETTING_SIM',
  own: true,
  proof: true,
  action: 'settingDelete',
  summary: 'Remove the gateway for short messages',
  response: smsGateway,
  errors: ['verificationRequired'],
})

/** `detail` is the answer of the gateway in English, in one line. */
const failed = { failure: z.enum(smsFailures).nullable(), detail: z.string() }

/** Signs in at the gateway, asks whether it answers, and signs out. */
export const testSmsGateway = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sms-gateway/test',
  needs: 'SETTING_SIM',
  own: true,
  summary: 'Test the connection to the gateway for short messages',
  response: z.object(failed),
  errors: ['smsGatewayNotSet', 'tooManyRequests'],
})

/** Sends one message at once, and waits up to ten seconds for its receipt. */
export const sendTestMessage = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sms-gateway/test-message',
  needs: 'SETTING_SIM',
  own: true,
  action: 'settingUpdate',
  summary: 'Send a test message to a number',
  body: z.strictObject({ to: z.string().refine(isSmsNumber) }),
  response: z.object({
    ...failed,
    /** The number that the gateway gave to the message; null after a failure. */
    message_id: z.string().nullable(),
    state: z.enum(smsStates).nullable(),
  }),
  errors: ['smsGatewayNotSet', 'tooManyRequests'],
})

/** The figures of the messages. One node at a time holds the session. */
export const smsSender = z.object({
  /** The time since which a node is signed in at the gateway; null if none is. */
  bound_since: z.string().nullable(),
  /** Messages by state: those that wait, those without an answer, those to send again, and those without a receipt. */
  queued: z.number(),
  sent: z.number(),
  unknown: z.number(),
  accepted: z.number(),
  /** Messages that ended in the last hour: without a receipt, delivered, and failed. */
  unconfirmed: z.number(),
  delivered: z.number(),
  failed: z.number(),
  /** The last time at which the gateway took no message for its limit, and the number of such answers since the session began. */
  throttled_at: z.string().nullable(),
  throttled: z.number(),
  /** The last failure of the session. */
  last_error: z.object({ failure: z.enum(smsFailures), detail: z.string(), at: z.string() }).nullable(),
})
export type SmsSender = z.infer<typeof smsSender>

export const getSmsSender = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sms-gateway/sender',
  needs: 'SETTING_SIM',
  summary: 'The state of the sending of short messages',
  response: smsSender,
})
