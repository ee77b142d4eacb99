import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { roleId } from './members.ts'

/** Maximum number of API IDs (specification §9). */
export const apiCredentialLimit = 10

export const apiCredential = z.object({
  id: z.number(),
  name: z.string(),
  client_id: z.string(),
  role_id: z.number(),
  role: z.string(),
  created_at: z.string(),
  /** The e-mail of its creator. Null when that member was deleted. */
  created_by: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type ApiCredential = z.infer<typeof apiCredential>

export const listApiCredentials = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/api-credentials',
  needs: 'OPENAPI_GENERATE',
  own: true,
  summary: 'The API IDs, without their secrets',
  response: z.array(apiCredential),
})

export const createApiCredential = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/api-credentials',
  needs: 'OPENAPI_GENERATE',
  own: true,
  proof: true,
  action: 'openApiCreate',
  summary: 'Create an API ID and its secret; only this answer contains the secret',
  body: z.strictObject({ name: line(100).min(1), role_id: roleId }),
  response: apiCredential.extend({ client_secret: z.string() }),
  errors: ['apiCredentialLimit', 'verificationRequired'],
})

export const deleteApiCredential = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/api-credentials/{id}',
  needs: 'OPENAPI_GENERATE',
  own: true,
  action: 'openApiDelete',
  summary: 'Revoke an API ID; its tokens no longer work',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  errors: ['apiCredentialNotFound'],
})

/**
 * RFC 6749 §4.4. The client authenticates by HTTP Basic or with `client_id` and `client_secret` in the body. The token is valid for 10
 * minutes, with the permissions of the role of the API ID.
 */
export const token = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/token',
  needs: 'public',
  oauth: true,
  summary: 'Exchange API ID and secret for an access token',
  body: z.object({
    grant_type: z.string().min(1).max(100),
    client_id: z.string().max(100).optional(),
    client_secret: z.string().max(200).optional(),
    scope: z.string().max(1000).optional(),
  }),
  response: z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.number(), scope: z.string() }),
  errors: ['invalidClient', 'unsupportedGrant', 'invalidScope', 'accountLocked', 'tooManyRequests', 'addressNotAllowed'],
})
