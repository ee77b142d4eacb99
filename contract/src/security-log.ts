import { z } from 'zod'
import { clientTypes } from './actions.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'

/** What the security log tells of. Each has an outcome: a wrong password is a `signIn` that failed. */
export const securityEventNames = [
  'signIn',
  /** The password was right, and the sign-in asks for more: `detail` is the challenge. */
  'signInStep',
  'signOut',
  'signInsEnded',
  /** Too many wrong secrets; `until` says when the lock ends by itself. */
  'locked',
  'unlocked',
  'passwordResetAsked',
  'passwordReset',
  'passwordChanged',
  /** Proved again that the sign-in is the person's. */
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
  /** Something that the caller may not do, or not from that address; `route` says what. */
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
] as const
export type SecurityEventName = (typeof securityEventNames)[number]

export const securityOutcomes = ['success', 'failure'] as const
export type SecurityOutcome = (typeof securityOutcomes)[number]

/** Rows are kept for so many days. */
export const securityLogDays = 180

export const securityEvent = z.object({
  id: z.number(),
  at: z.string(),
  /** The last of `count` alike within one minute. */
  last_at: z.string(),
  count: z.number(),
  event: z.enum(securityEventNames),
  outcome: z.enum(securityOutcomes),
  /** A code: that of the refusal, or what was changed. */
  detail: z.string().nullable(),
  /** Whose account or sign-in it is. */
  member_id: z.number().nullable(),
  member: z.string().nullable(),
  api_credential_id: z.number().nullable(),
  /** The name of the API ID. */
  api_id: z.string().nullable(),
  /** Stands for an address or a client id that nobody has: the same one has the same mark. */
  stranger: z.string().nullable(),
  /** The members whose accounts were changed. */
  target: z.string().nullable(),
  until: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  /** Null: done by a command on the server itself. */
  source: z.enum(clientTypes).nullable(),
  /** Method and path, without values. */
  route: z.string().nullable(),
})
export type SecurityEvent = z.infer<typeof securityEvent>

const instant = moment.optional()

/** `member` is a whole e-mail address, also one that no member has; `ip` a whole address. Only the newest 1,000 that match are told. */
export const listSecurityEvents = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/logs/security',
  needs: 'LOGS_SECURITY',
  summary: 'The security log: sign-ins, locks, refusals and changes of who comes in, newest first',
  query: listQuery(['at'], {
    event: z.enum(securityEventNames).optional(),
    outcome: z.enum(securityOutcomes).optional(),
    member: z.string().trim().max(100).optional(),
    ip: z.string().trim().max(45).optional(),
    client_type: z.enum(clientTypes).optional(),
    created_start: instant,
    created_end: instant,
  }),
  response: securityEvent,
  list: true,
})
