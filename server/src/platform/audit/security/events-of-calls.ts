import type { EndpointName } from '@simdeck/contract/endpoints.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { ClientAttempt, AccountAttempt } from './attempts.ts'
import type { CountedEvent } from './security-log.ts'

export type CallEvent = { event: SecurityEventName; detail: string | null; targets: readonly string[] }

/** Parameters and body of a call whose handler has accepted them. */
type Given = {
  email?: string
  emails?: string[]
  name?: string
  role_id?: number
  activation?: number
  key?: string
  value?: string
  host?: string
  port?: number
}

const callEvent = (event: SecurityEventName, detail: string | null = null, targets: readonly string[] = []): CallEvent => ({
  event,
  detail,
  targets,
})
const templateKeys: readonly string[] = Object.values(mailTemplates).map(({ setting }) => setting)
const isSignInSetting = (key: string): boolean => /^system_(password|mfa)_/.test(key)

function memberChange({ role_id, activation }: Given, targets: readonly string[]): CallEvent[] {
  const events: CallEvent[] = []
  if (role_id !== undefined) events.push(callEvent('roleChanged', `role_id=${role_id}`, targets))
  if (activation !== undefined) events.push(callEvent('memberChanged', activation === 2 ? 'activated' : 'deactivated', targets))
  return events
}

function settingChange(settings: readonly Given[]): CallEvent[] {
  return settings.flatMap(({ key = '', value = '' }) => {
    if (templateKeys.includes(key)) return [callEvent('templatesChanged', key)]
    return isSignInSetting(key) ? [callEvent('securitySettingsChanged', `${key}=${value}`.slice(0, 100))] : []
  })
}

const changes: Partial<Record<EndpointName, (params: Given, body: Given) => readonly CallEvent[]>> = {
  createMember: (_, { email = '', role_id }) => [callEvent('memberAdded', `role_id=${role_id}`, [email])],
  updateMember: ({ email = '' }, body) => memberChange(body, [email]),
  deleteMembers: (_, { emails = [] }) => [callEvent('memberDeleted', null, emails)],
  resendInvitation: ({ email = '' }) => [callEvent('invitationSent', null, [email])],
  resetMemberMfa: ({ email = '' }) => [callEvent('mfaReset', null, [email])],
  endMemberSignIns: ({ email = '' }) => [callEvent('signInsEnded', null, [email])],
  unlockMember: ({ email = '' }) => [callEvent('unlocked', null, [email])],
  confirmEmailChange: () => [callEvent('emailChanged')],
  resetMfa: () => [callEvent('mfaDisabled')],
  renewRecoveryCodes: () => [callEvent('recoveryCodesRenewed')],
  createApiCredential: (_, { name = '', role_id }) => [callEvent('apiIdAdded', `role_id=${role_id}`, [name])],
  deleteApiCredential: () => [callEvent('apiIdDeleted')],
  putAccessRestrictions: () => [callEvent('restrictionsChanged')],
  putMailSettings: () => [callEvent('mailServerChanged')],
  deleteMailSettings: () => [callEvent('mailServerChanged', 'deleted')],
  confirmMailSettings: () => [callEvent('mailServerChanged', 'confirmed')],
  putLogForwarding: (_, { host = '', port }) => [callEvent('forwardingChanged', `${host}:${port}`.slice(0, 100))],
  deleteLogForwarding: () => [callEvent('forwardingChanged', 'deleted')],
  putMailDestinations: () => [callEvent('mailDestinationsChanged')],
  putMailTemplate: ({ name = '' }) => [callEvent('templatesChanged', name)],
  resetMailTemplate: ({ name = '' }) => [callEvent('templatesChanged', name)],
  confirmMailTemplate: ({ name = '' }) => [callEvent('templatesChanged', `${name} confirmed`)],
  postUserConfig: (_, body) => settingChange(Array.isArray(body) ? (body as Given[]) : []),
}

/** The security events of a change, to be written in its transaction. */
export function eventsOfChange(name: EndpointName, params: unknown, body: unknown): readonly CallEvent[] {
  return changes[name]?.(params ?? {}, body ?? {}) ?? []
}

const stepOf = (answer: unknown): CallEvent | null => {
  const challenge = (answer as { challenge?: string } | null)?.challenge
  return challenge === undefined ? null : callEvent('signInStep', challenge)
}

const answers: Partial<Record<EndpointName, (answer: unknown) => CallEvent | null>> = {
  login: stepOf,
  confirmPassword: stepOf,
  logout: () => callEvent('signOut'),
  endSignIn: () => callEvent('signInsEnded'),
  endOtherSignIns: () => callEvent('signInsEnded'),
  confirmItsMe: () => callEvent('proof'),
  // If the answer has recovery codes, the call enabled MFA, and its transaction has recorded that.
  verifyOwnOtp: (answer) => ((answer as { recoveryCodes: unknown }).recoveryCodes === null ? callEvent('proof') : null),
  requestPasswordReset: () => callEvent('passwordResetAsked'),
  register: () => callEvent('signUpAsked'),
  requestEmailChange: () => callEvent('emailChangeAsked'),
  token: () => callEvent('apiToken'),
}

/** The security event of a successful call whose transaction records none; null if the call causes none. */
export function eventOfAnswer(name: EndpointName, answer: unknown): CallEvent | null {
  return answers[name]?.(answer) ?? null
}

const tries: Partial<Record<EndpointName, SecurityEventName>> = {
  login: 'signIn',
  verifyOtp: 'mfaCode',
  verifyOwnOtp: 'mfaCode',
  confirmPassword: 'linkRefused',
  checkLink: 'linkRefused',
  confirmEmailChange: 'linkRefused',
  requestPasswordReset: 'passwordResetAsked',
  confirmPasswordReset: 'passwordReset',
  changePassword: 'passwordChanged',
  confirmItsMe: 'proof',
  register: 'signUpAsked',
  token: 'apiToken',
}

/** Refusals because of the caller, the origin or a wrong secret. */
const refusals: readonly ErrorCode[] = [
  'incorrectCredentials',
  'accountLocked',
  'tooManyRequests',
  'tooManyPasswordChanges',
  'incorrectCode',
  'otpIncorrectOrExpired',
  'invalidTemporaryPassword',
  'invalidOtpCode',
  'invalidPassword',
  'invalidClient',
  'invalidScope',
  'linkInvalid',
  'signUpClosed',
  'noPermission',
  'mfaRequired',
  'verificationRequired',
  'addressNotAllowed',
  'wouldShutOut',
]

/** The security event of a refusal; null for wrong input and for sessions that have ended. */
export function eventOfRefusal(name: EndpointName, code: ErrorCode): SecurityEventName | null {
  return refusals.includes(code) ? (tries[name] ?? 'refused') : null
}

/** A lock of an address or an API ID. */
export function lockEvent(attempt: AccountAttempt | ClientAttempt, until: Date): CountedEvent {
  const subject = 'address' in attempt ? { email: attempt.address } : { clientId: attempt.clientId }
  return { event: 'locked', outcome: 'failure', subject, until, ip: attempt.ip, source: 'address' in attempt ? 'WEB_UI' : 'OPEN_API' }
}
