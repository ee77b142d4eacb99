import { z } from 'zod'
import { clientTypes } from './actions.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'

/** The events of the security log. Each has an outcome: a wrong password is a `signIn` that failed. */
export const securityEventNames = [
  'signIn',
  /** The password was right, and the sign-in needs another step: `detail` is the challenge. */
  'signInStep',
  'signOut',
  'signInsEnded',
  /** A lock after too many wrong secrets. `until` is its end. */
  'locked',
  'unlocked',
  'passwordResetAsked',
  'passwordReset',
  'passwordChanged',
  /** A member who is signed in proves their identity again. */
  'proof',
  'mfaCode',
  'mfaEnabled',
  'mfaDisabled',
  'mfaReset',
  'recoveryCodesRenewed',
  'refreshTokenReused',
  'linkRefused',
  'signUpAsked',
  'emailChangeAsked',
  'emailChanged',
  'apiToken',
  'apiIdAdded',
  'apiIdDeleted',
  /** A call that the caller may not make at all, or may not make from that address. `route` names it. */
  'refused',
  'memberAdded',
  'memberChanged',
  'roleChanged',
  'memberDeleted',
  'invitationSent',
  'restrictionsChanged',
  'mailServerChanged',
  'mailDestinationsChanged',
  'templatesChanged',
  'securitySettingsChanged',
  /** The syslog receiver of the logs: `detail` is the receiver, or `deleted`. */
  'forwardingChanged',
  /** A device asked for a certificate over EST. `detail` is the certificate on its SIM and the reason of a refusal. */
  'deviceEnrolment',
] as const
export type SecurityEventName = (typeof securityEventNames)[number]

export const securityOutcomes = ['success', 'failure'] as const
export type SecurityOutcome = (typeof securityOutcomes)[number]

/** The number of days for which rows are kept. */
export const securityLogDays = 180

export const securityEvent = z.object({
  id: z.number(),
  at: z.string(),
  /** The time of the last of `count` equal events within one minute. */
  last_at: z.string(),
  count: z.number(),
  event: z.enum(securityEventNames),
  outcome: z.enum(securityOutcomes),
  /** The code of the refusal, or of the change. */
  detail: z.string().nullable(),
  /** The member whose account or sign-in the event concerns. */
  member_id: z.number().nullable(),
  member: z.string().nullable(),
  api_credential_id: z.number().nullable(),
  /** The name of the API ID. */
  api_id: z.string().nullable(),
  /** A pseudonym of an unknown e-mail address or client id. Equal ones have equal pseudonyms. */
  stranger: z.string().nullable(),
  /** The members whose accounts were changed. */
  target: z.string().nullable(),
  until: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** Null for an event that a command on the server itself caused. */
  source: z.enum(clientTypes).nullable(),
  /** The method and the path, without values. */
  route: z.string().nullable(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

const instant = moment.optional()

/**
 * `member` is a complete e-mail address, which need not be that of a member; `ip` is a complete address. The list has the newest 1,000
 * matches.
 */
export const listSecurityEvents = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/security',
  needs: 'LOGS_SECURITY',
  summary: 'The security log: sign-ins, locks, refusals and changes of accounts, newest first',
  query: listQuery(['at'], {
    event: z.enum(securityEventNames).optional(),
    outcome: z.enum(securityOutcomes).optional(),
    member: z.string().trim().max(100).optional(),
    ip: z.string().trim().max(45).optional(),
    client_type: z.enum(clientTypes).optional(),
    after: z.coerce.number().int().min(0).optional(),
    created_start: instant,
    created_end: instant,
  }),
  response: securityEvent,
  list: true,
})
