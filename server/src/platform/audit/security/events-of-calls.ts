import type { EndpointName } from '@simdeck/contract/endpoints.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { ClientAttempt, AccountAttempt } from './attempts.ts'
import type { Seen } from './security-log.ts'

export type Told = { event: SecurityEventName; detail: string | null; targets: readonly string[] }

/** Parameters and body of a call whose handler has accepted them. */
type Given = { email?: string; emails?: string[]; name?: string; role_id?: number; activation?: number; key?: string; value?: string }

const told = (event: SecurityEventName, detail: string | null = null, targets: readonly string[] = []): Told => ({ event, detail, targets })
const templateKeys: readonly string[] = Object.values(mailTemplates).map(({ setting }) => setting)
const decidesWhoComesIn = (key: string): boolean => /^system_(password|mfa)_/.test(key)

function memberChange({ role_id, activation }: Given, targets: readonly string[]): Told[] {
  const events: Told[] = []
  if (role_id !== undefined) events.push(told('roleChanged', `role_id=${role_id}`, targets))
  if (activation !== undefined) events.push(told('memberChanged', activation === 2 ? 'activated' : 'deactivated', targets))
  return events
}

function settingChange(settings: readonly Given[]): Told[] {
  return settings.flatMap(({ key = '', value = '' }) => {
    if (templateKeys.includes(key)) return [told('templatesChanged', key)]
    return decidesWhoComesIn(key) ? [told('securitySettingsChanged', `${key}=${value}`.slice(0, 100))] : []
  })
}

const changes: Partial<Record<EndpointName, (params: Given, body: Given) => readonly Told[]>> = {
  createMember: (_, { email = '', role_id }) => [told('memberAdded', `role_id=${role_id}`, [email])],
  updateMember: ({ email = '' }, body) => memberChange(body, [email]),
  deleteMembers: (_, { emails = [] }) => [told('memberDeleted', null, emails)],
  resendInvitation: ({ email = '' }) => [told('invitationSent', null, [email])],
  resetMemberMfa: ({ email = '' }) => [told('mfaReset', null, [email])],
  endMemberSignIns: ({ email = '' }) => [told('signInsEnded', null, [email])],
  unlockMember: ({ email = '' }) => [told('unlocked', null, [email])],
  confirmEmailChange: () => [told('emailChanged')],
  resetMfa: () => [told('mfaDisabled')],
  renewRecoveryCodes: () => [told('recoveryCodesRenewed')],
  createApiCredential: (_, { name = '', role_id }) => [told('apiIdAdded', `role_id=${role_id}`, [name])],
  deleteApiCredential: () => [told('apiIdDeleted')],
  putAccessRestrictions: () => [told('restrictionsChanged')],
  putMailSettings: () => [told('mailServerChanged')],
  deleteMailSettings: () => [told('mailServerChanged', 'deleted')],
  confirmMailSettings: () => [told('mailServerChanged', 'confirmed')],
  putMailDestinations: () => [told('mailDestinationsChanged')],
  putMailTemplate: ({ name = '' }) => [told('templatesChanged', name)],
  resetMailTemplate: ({ name = '' }) => [told('templatesChanged', name)],
  confirmMailTemplate: ({ name = '' }) => [told('templatesChanged', `${name} confirmed`)],
  postUserConfig: (_, body) => settingChange(Array.isArray(body) ? (body as Given[]) : []),
}

/** The security events of a change, to be written in its transaction. */
export function eventsOfChange(name: EndpointName, params: unknown, body: unknown): readonly Told[] {
  return changes[name]?.(params ?? {}, body ?? {}) ?? []
}

const stepOf = (answer: unknown): Told | null => {
  const challenge = (answer as { challenge?: string } | null)?.challenge
  return challenge === undefined ? null : told('signInStep', challenge)
}

const answers: Partial<Record<EndpointName, (answer: unknown) => Told | null>> = {
  login: stepOf,
  confirmPassword: stepOf,
  logout: () => told('signOut'),
  endSignIn: () => told('signInsEnded'),
  endOtherSignIns: () => told('signInsEnded'),
  confirmItsMe: () => told('proof'),
  // An answer with recovery codes is the set-up, which is recorded by its transaction.
  verifyOwnOtp: (answer) => ((answer as { recoveryCodes: unknown }).recoveryCodes === null ? told('proof') : null),
  requestPasswordReset: () => told('passwordResetAsked'),
  register: () => told('signUpAsked'),
  requestEmailChange: () => told('emailChangeAsked'),
  token: () => told('apiToken'),
}

/** The security event of an answer that no transaction records. */
export function eventOfAnswer(name: EndpointName, answer: unknown): Told | null {
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
export function lockEvent(attempt: AccountAttempt | ClientAttempt, until: Date): Seen {
  const subject = 'address' in attempt ? { email: attempt.address } : { clientId: attempt.clientId }
  return { event: 'locked', outcome: 'failure', subject, until, ip: attempt.ip, source: 'address' in attempt ? 'WEB_UI' : 'OPEN_API' }
}
