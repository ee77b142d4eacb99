import { z } from 'zod'
import { email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { passwordMaxLength } from './password-policy.ts'

/** The tokens of a sign-in: an access token for 10 minutes, and a refresh token for one use. */
const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

/** The next step of an unfinished sign-in. Its token has one purpose and expires. */
export const challengeNames = ['NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA'] as const
const challenge = z.object({ challenge: z.enum(challengeNames), challengeToken: z.string() })
export type Challenge = z.infer<typeof challenge>

const signInAnswer = z.union([tokens, challenge])
export type SignInAnswer = z.infer<typeof signInAnswer>

/** The tokens of a finished sign-in. Throws for an unfinished one. */
export function tokensOf(answer: SignInAnswer): Tokens {
  if ('challenge' in answer) throw new Error(`the sign-in asks for ${answer.challenge}`)
  return answer
}

const challengeToken = z.string().min(1).max(200)
/** A new password. The policy refuses a password that is too long; the schema does not. */
const anyPassword = z.string().min(1).max(1000)

/** A code of six digits from an authenticator app, or a recovery code. */
export const secondFactor = z.union([
  z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
  z.strictObject({ recoveryCode: z.string().trim().min(1).max(20) }),
])
export type SecondFactor = z.infer<typeof secondFactor>

export const login = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/login',
  needs: 'public',
  summary: 'Sign in with e-mail and password; returns tokens or the next challenge',
  body: z.strictObject({ email: z.string().min(1).max(100), password: z.string().min(1).max(passwordMaxLength) }),
  response: signInAnswer,
  errors: ['incorrectCredentials', 'accountLocked', 'tooManyRequests', 'addressNotAllowed', 'invalidTemporaryPassword'],
})

/** Answers the challenge SOFTWARE_TOKEN_MFA. Each code works once. */
export const verifyOtp = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/verify-otp',
  needs: 'mfaPending',
  summary: 'Finish a sign-in with a one-time password or a recovery code',
  body: z.union([
    z.strictObject({ challengeToken, code: z.string().regex(/^\d{6}$/) }),
    z.strictObject({ challengeToken, recoveryCode: z.string().trim().min(1).max(20) }),
  ]),
  response: tokens,
  errors: ['incorrectCode', 'otpIncorrectOrExpired', 'accountLocked', 'tooManyRequests'],
})

/**
 * Answers the challenge NEW_PASSWORD_REQUIRED. It also uses the links of invitations and sign-ups: `challengeToken` is then the token of
 * the link.
 */
export const confirmPassword = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/confirm-password',
  needs: 'mfaPending',
  summary: 'Replace a temporary password, or choose the first one',
  body: z.strictObject({ challengeToken, new_password: anyPassword }),
  response: signInAnswer,
  errors: ['invalidTemporaryPassword', 'passwordRules', 'passwordCommon', 'passwordReused', 'accountLocked', 'tooManyRequests'],
})

/** The answer is the same for known and unknown addresses. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/forget-password',
  needs: 'public',
  summary: 'Send a mail with a code to reset the password',
  body: z.strictObject({ email }),
  errors: ['tooManyRequests'],
})

export const confirmPasswordReset = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/forget-password',
  needs: 'public',
  summary: 'Set a new password with the code of the mail; ends every sign-in of the member',
  body: z.strictObject({ email, code: z.string().regex(/^\d{8}$/), new_password: anyPassword }),
  errors: [
    'otpIncorrectOrExpired',
    'passwordRules',
    'passwordCommon',
    'passwordReused',
    'tooManyPasswordChanges',
    'accountLocked',
    'tooManyRequests',
  ],
})

/** Sends the address a link to choose a password, or a note to a known address. The answer is always the same. */
export const register = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/register',
  needs: 'public',
  summary: 'Sign up with an address of an allowed domain',
  body: z.strictObject({ email, name: line(100).min(1) }),
  errors: ['signUpClosed', 'emailInvalid', 'tooManyRequests'],
})

/** The token of a link. It may be as long as an address allows, because a wrong token must answer `linkInvalid`, not `invalidInput`. */
const linkToken = z.string().min(1).max(16_384)

/** Returns the purpose of the link of a mail, or of a challenge, so that the console shows the right form. The link stays valid. */
export const checkLink = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/check-link',
  needs: 'mfaPending',
  summary: 'The purpose of a challenge token',
  body: z.strictObject({ challengeToken: linkToken }),
  response: z.object({ purpose: z.enum(['newPassword', 'invitation', 'signUp', 'emailChange']), email: z.string() }),
  errors: ['linkInvalid', 'tooManyRequests'],
})

export const refreshToken = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/refresh-token',
  needs: 'public',
  summary: 'Exchange a refresh token for new tokens',
  body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
  response: tokens,
  errors: ['sessionExpired', 'sessionEnded', 'accountEnded', 'tooManyRequests'],
})

export const logout = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/logout',
  needs: 'signedIn',
  own: true,
  beforeMfa: true,
  summary: 'End this sign-in',
})

export const check = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/check',
  needs: 'signedIn',
  own: true,
  beforeMfa: true,
  summary: 'Check that the access token is valid',
  response: z.object({ id: z.number() }),
})

/** The ticket opens one websocket within 30 seconds. It is sent in `?token=`. */
export const wsTicket = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/ws-ticket',
  needs: 'signedIn',
  own: true,
  summary: 'A single-use ticket for the websocket',
  response: z.object({ ticket: z.string() }),
})
