import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ApiCaller, Caller, MemberCaller } from '../../platform/http/handler.ts'
import type { AttemptLimiter } from '../attempt-limiter.ts'
import { findCaller } from '../queries.ts'
import { endOfSignIn, takeTicket } from './sign-ins.ts'
import type { AccessTokens } from '../tokens.ts'

/** Identifies the caller: `authenticate` from an Authorization header, `admitSocket` from the `?token=` of a websocket. */
export function authenticator({
  db,
  tokens,
  attemptLimiter,
  findApiCaller,
}: {
  db: Db
  tokens: AccessTokens
  attemptLimiter: AttemptLimiter
  /** The program with that API ID; null if the API ID was deleted. */
  findApiCaller: (credentialId: number) => Promise<ApiCaller | null>
}) {
  async function member(claims: { memberId: number; signInId: string }): Promise<MemberCaller> {
    const caller = await findCaller(db, claims.memberId, claims.signInId)
    if (!caller) throw await endOfSignIn(db, claims.signInId, claims.memberId)
    return caller
  }

  async function byAccessToken(token: string): Promise<Caller> {
    const claims = await tokens.verify(token)
    if ('signInId' in claims) return member(claims)
    const program = await findApiCaller(claims.credentialId)
    if (!program) throw new ApiError('sessionExpired')
    return program
  }

  return {
    authenticate: async (authorization: string | undefined): Promise<Caller | null> => {
      if (authorization === undefined) return null
      const [scheme, token] = authorization.split(' ')
      if (scheme?.toLowerCase() !== 'bearer' || !token) throw new ApiError('missingAuthorization')
      return byAccessToken(token)
    },

    /** The member who opens a websocket with a ticket, which is used up, or with an access token. Throws `ApiError`. */
    admitSocket: (token: string, ip: string): Promise<MemberCaller> =>
      attemptLimiter.limitByIp(ip, async () => {
        const ticket = await takeTicket(db, token)
        const caller = ticket ? await member(ticket) : await byAccessToken(token)
        if (caller.kind !== 'member') throw new ApiError('noPermission')
        if (caller.mfaSetupRequired) throw new ApiError('mfaRequired')
        return caller
      }),
  }
}
