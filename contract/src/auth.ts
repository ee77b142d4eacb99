import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { permissions } from './permissions.ts'

const emailMaxLength = 100
const emailPattern = /^[^\s@"<>(),;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/
export const email = z.string().trim().max(emailMaxLength).regex(emailPattern)

/** What `email` takes, for a screen that must not load the schemas first. */
export const isEmail = (text: string): boolean => text.trim().length <= emailMaxLength && emailPattern.test(text.trim())

/** Access token for 10 minutes, refresh token to be used once. */
const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

export const me = z.object({
  id: z.number(),
  name: z.string(),
  Username: z.string(),
  email: z.string(),
  role_id: z.number(),
  mfaEnabled: z.boolean(),
  user_type: z.number(),
  role: z.object({
    id: z.number(),
    name: z.string(),
    permissions: z.array(z.object({ permission: z.object({ name: z.enum(permissions) }) })),
  }),
})
export type Me = z.infer<typeof me>

export const login = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/login',
  needs: 'public',
  summary: 'Sign in with e-mail and password',
  body: z.strictObject({ email: z.string().min(1).max(100), password: z.string().min(1).max(64) }),
  response: tokens,
  errors: ['incorrectCredentials', 'accountLocked', 'tooManyRequests'],
})

export const refreshToken = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/refresh-token',
  needs: 'public',
  summary: 'Exchange a refresh token for new tokens',
  body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
  response: tokens,
  errors: ['sessionExpired'],
})

export const logout = endpoint({ method: 'POST', api: 'main', path: '/v1/logout', needs: 'signedIn', summary: 'End this sign-in' })

export const check = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/check',
  needs: 'signedIn',
  summary: 'Tell whether the access token is good',
  response: z.object({ id: z.number() }),
})

export const getMe = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/me',
  needs: 'signedIn',
  summary: 'The signed-in user',
  response: me,
})

/** The ticket is good for one websocket within 30 seconds; it goes into `?token=`. */
export const wsTicket = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/ws-ticket',
  needs: 'signedIn',
  summary: 'A single-use ticket for the websocket',
  response: z.object({ ticket: z.string() }),
})
