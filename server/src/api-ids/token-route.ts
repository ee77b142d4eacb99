import { timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { AttemptLimiter } from '../auth/attempt-limiter.ts'
import { accessTokenMinutes, type AccessTokens, hashSecret } from '../auth/tokens.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { findApiCaller } from './api-caller.ts'
import { clientIdPattern } from './client-id.ts'
import { secretOf } from './queries.ts'

const noHash = Buffer.alloc(32)

type Credentials = { id: string; secret: string }

/** `POST /v1/token`: OAuth 2 client credentials (RFC 6749 §4.4). */
export function tokenRoute({
  db,
  attemptLimiter,
  tokens,
}: {
  db: Db
  attemptLimiter: AttemptLimiter
  tokens: AccessTokens
}): Handlers<'token'> {
  async function credentialOf({ id, secret }: Credentials): Promise<number> {
    const known = clientIdPattern.test(id) ? await secretOf(db, id) : undefined
    const right = timingSafeEqual(known?.secret_hash ?? noHash, hashSecret(secret))
    if (!known || !right) throw new ApiError('invalidClient')
    return known.id
  }

  return {
    async token({ body, basic, ip }) {
      const credentials = credentialsIn(body, basic)
      if (body.grant_type !== 'client_credentials') throw new ApiError('unsupportedGrant')
      const credentialId = await attemptLimiter.limitLongSecret({ clientId: credentials.id, ip }, () => credentialOf(credentials))
      const caller = await findApiCaller(db, credentialId)
      if (!caller) throw new ApiError('invalidClient')
      const granted = [...caller.permissions].toSorted()
      checkScope(body.scope, granted)
      return {
        access_token: await tokens.signForCredential(credentialId),
        token_type: 'Bearer',
        expires_in: accessTokenMinutes * 60,
        scope: granted.join(' '),
      }
    },
  }
}

/** The credentials of HTTP Basic or of the body; a client must not use both (RFC 6749 §2.3). */
function credentialsIn(body: BodyOf<typeof endpoints.token>, basic: Credentials | null): Credentials {
  const { client_id, client_secret } = body
  if (basic) {
    if (client_secret !== undefined || (client_id !== undefined && client_id !== basic.id)) throw new ApiError('invalidInput')
    return basic
  }
  if (client_id === undefined || client_secret === undefined) throw new ApiError('invalidClient')
  return { id: client_id, secret: client_secret }
}

function checkScope(wanted: string | undefined, granted: readonly string[]): void {
  const names = (wanted ?? '').split(' ').filter((name) => name !== '')
  if (names.some((name) => !granted.includes(name))) throw new ApiError('invalidScope')
}
