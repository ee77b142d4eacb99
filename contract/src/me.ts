import { z } from 'zod'
import { secondFactor } from './auth.ts'
import { email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { listQuery } from './list.ts'
import { permissions } from './permissions.ts'

/** User types of the specification (§3). */
export const userTypes = { enterprise: 1, reseller: 2 } as const

export const me = z.object({
  id: z.number(),
  name: z.string(),
  Username: z.string(),
  email: z.string(),
  role_id: z.number(),
  mfaEnabled: z.boolean(),
  /** True when the role requires multi-factor authentication and it is not set up. Few other calls are then allowed. */
  mfaSetupRequired: z.boolean(),
  /** The number of unused recovery codes. Null without multi-factor authentication. */
  recoveryCodesLeft: z.number().nullable(),
  user_type: z.number(),
  role: z.object({
    id: z.number(),
    name: z.string(),
    permissions: z.array(z.object({ permission: z.object({ name: z.enum(permissions) }) })),
  }),
})
export type Me = z.infer<typeof me>

export const getMe = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/me',
  needs: 'signedIn',
  own: true,
  beforeMfa: true,
  summary: 'The signed-in user',
  response: me,
})

export const putMe = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/me',
  needs: 'signedIn',
  own: true,
  action: 'memberUpdate',
  summary: 'Change the own name',
  body: z.strictObject({ name: line(100).min(1) }),
  response: z.object({ name: z.string() }),
})

/** Sends a link to the new address and a note to the old one. The address changes when the link is used. */
export const requestEmailChange = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/me/email',
  needs: 'signedIn',
  own: true,
  proof: true,
  summary: 'Request a change of the own e-mail address',
  body: z.strictObject({ email }),
  errors: ['verificationRequired', 'emailInvalid', 'tooManyRequests'],
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/confirm-email',
  needs: 'mfaPending',
  action: 'memberUpdate',
  summary: 'Change the e-mail address with the link of the mail',
  body: z.strictObject({ challengeToken: z.string().min(1).max(200) }),
  response: z.object({ email: z.string() }),
  errors: ['linkInvalid', 'accountLocked', 'tooManyRequests'],
})

export const signIn = z.object({
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** True for the sign-in of this call. */
  current: z.boolean(),
})
export type SignIn = z.infer<typeof signIn>

export const listSignIns = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/me/sign-ins',
  needs: 'signedIn',
  own: true,
  summary: 'The own open sign-ins, newest first',
  response: z.array(signIn),
})

export const endSignIn = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/me/sign-ins/{id}',
  needs: 'signedIn',
  own: true,
  summary: 'End one of the own sign-ins',
  params: z.strictObject({ id: z.uuid() }),
  errors: ['signInNotFound'],
})

export const endOtherSignIns = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/me/sign-ins',
  needs: 'signedIn',
  own: true,
  summary: 'End all own sign-ins except this one',
  response: z.object({ ended: z.number() }),
})

export const signInOutcomes = [
  'succeeded',
  'wrongPassword',
  'wrongCode',
  'locked',
  'passwordChanged',
  'passwordReset',
  'mfaEnabled',
  'mfaDisabled',
  'signedOut',
] as const
export const signInEvent = z.object({
  id: z.number(),
  at: z.string(),
  outcome: z.enum(signInOutcomes),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type SignInEvent = z.infer<typeof signInEvent>

export const listSignInHistory = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/me/sign-in-history',
  needs: 'signedIn',
  own: true,
  summary: 'Events of the own account in the last 90 days, newest first',
  query: listQuery(['at'], {}),
  response: signInEvent,
  list: true,
})

export const changePassword = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/password-setting',
  needs: 'signedIn',
  own: true,
  action: 'memberUpdate',
  summary: 'Change the own password; ends all other sign-ins',
  body: z.strictObject({ old_password: z.string().min(1).max(1000), new_password: z.string().min(1).max(1000) }),
  errors: [
    'invalidPassword',
    'passwordRules',
    'passwordCommon',
    'passwordReused',
    'tooManyPasswordChanges',
    'accountLocked',
    'tooManyRequests',
  ],
})

/** The proof is valid for ten minutes, as after a sign-in. */
export const confirmItsMe = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/password-setting/confirm',
  needs: 'signedIn',
  own: true,
  beforeMfa: true,
  summary: 'Prove the own identity with the password',
  body: z.strictObject({ password: z.string().min(1).max(1000) }),
  errors: ['invalidPassword', 'accountLocked', 'tooManyRequests'],
})

/** Returns a new secret each time. The secret becomes active once one of its codes is verified. */
export const generateMfaQr = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/password-setting/generate-mfa-qr',
  needs: 'signedIn',
  own: true,
  proof: true,
  beforeMfa: true,
  summary: 'Begin the setup of multi-factor authentication',
  response: z.object({
    /** The secret in Base32, for typing. */
    secret: z.string(),
    url: z.string(),
    /** The URL as a QR code: a PNG as data URL. */
    qr: z.string(),
  }),
  errors: ['verificationRequired', 'mfaAlreadyEnabled'],
})

/**
 * During the setup, enables multi-factor authentication and returns the recovery codes once. Otherwise records a proof of identity, which
 * is valid for ten minutes.
 */
export const verifyOwnOtp = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/password-setting/verify-otp',
  needs: 'signedIn',
  own: true,
  beforeMfa: true,
  action: 'memberUpdate',
  summary: 'Verify a one-time password: enables multi-factor authentication, or proves the own identity',
  body: secondFactor,
  response: z.object({ enabled: z.literal(true), recoveryCodes: z.array(z.string()).nullable() }),
  errors: ['invalidOtpCode', 'mfaNotStarted', 'accountLocked', 'tooManyRequests'],
})

/** Needs a proof by code or password within the last ten minutes. */
export const resetMfa = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/password-setting/reset-mfa',
  needs: 'signedIn',
  own: true,
  proof: true,
  action: 'memberUpdate',
  summary: 'Disable the own multi-factor authentication; enabling it again creates a new secret',
  errors: ['verificationRequired', 'mfaNotEnabled'],
})

/** The previous recovery codes become invalid. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/password-setting/recovery-codes',
  needs: 'signedIn',
  own: true,
  proof: true,
  action: 'memberUpdate',
  summary: 'Create new recovery codes; only this answer contains them',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['verificationRequired', 'mfaNotEnabled'],
})
