import { createHash, randomUUID } from 'node:crypto'
import type { Tokens } from '@simdeck/contract/auth.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../db/database.ts'
import { type Handlers, type MemberCaller, memberOf } from '../http/handler.ts'
import { verifyPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { type AccessTokens, hashSecret, newSecret } from './tokens.ts'

const attemptsPerAddress = 10
const attemptsPerIp = 100

const attemptKey = (kind: string, value: string) => createHash('sha256').update(`${kind} ${value}`).digest()

type AuthCalls = 'login' | 'refreshToken' | 'logout' | 'check' | 'me' | 'wsTicket'

export function authRoutes({ db, tokens }: { db: Db; tokens: AccessTokens }): Handlers<AuthCalls> {
  async function tokensFor(memberId: number, signInId: string, refreshSecret: string): Promise<Tokens> {
    return { accessToken: await tokens.sign({ memberId, signInId }), refreshToken: refreshSecret }
  }

  return {
    async login({ body, ip }) {
      const address = attemptKey('address', body.email.trim().toLowerCase())
      const [forAddress = 0, forIp = 0] = await queries.countAttempt(db, [address, attemptKey('ip', ip)])
      if (forIp > attemptsPerIp) throw new ApiError('tooManyRequests')
      if (forAddress > attemptsPerAddress) throw new ApiError('accountLocked')
      const member = await queries.memberByEmail(db, body.email.trim())
      const right = await verifyPassword(member?.password_hash ?? null, body.password)
      if (!member || !right || member.account_status !== 'active') throw new ApiError('incorrectCredentials')
      await queries.forgetAttempts(db, address)
      const refresh = newSecret()
      const signInId = randomUUID()
      await queries.insertSignIn(db, { id: signInId, memberId: member.id, refreshHash: refresh.hash })
      return tokensFor(member.id, signInId, refresh.secret)
    },

    async refreshToken({ body }) {
      const successor = newSecret()
      const signIn = await queries.rotateRefreshToken(db, hashSecret(body.refresh_token), successor.hash)
      if (!signIn || !(await queries.findCaller(db, signIn.memberId, signIn.signInId))) throw new ApiError('sessionExpired')
      return tokensFor(signIn.memberId, signIn.signInId, successor.secret)
    },

    async logout(call) {
      await queries.revokeSignIn(db, memberOf(call).signInId)
    },

    async check(call) {
      return { id: memberOf(call).memberId }
    },

    async me(call) {
      const caller = memberOf(call)
      const profile = await queries.findProfile(db, caller.memberId)
      return {
        id: caller.memberId,
        name: caller.name,
        Username: caller.email,
        email: caller.email,
        role_id: caller.roleId,
        mfaEnabled: caller.mfaEnabled,
        mfaSetupRequired: caller.mfaSetupRequired,
        recoveryCodesLeft: null,
        user_type: profile.user_type,
        role: {
          id: caller.roleId,
          name: profile.role_name,
          permissions: [...caller.permissions].sort().map((name) => ({ permission: { name } })),
        },
      }
    },

    async wsTicket(call) {
      const { memberId, signInId } = memberOf(call)
      const { secret, hash } = newSecret()
      await queries.insertTicket(db, { hash, memberId, signInId })
      return { ticket: secret }
    },
  }
}

/** Finds who calls: `authenticate` from an Authorization header, `admitSocket` from a websocket's `?token=`. */
export function authenticator({ db, tokens }: { db: Db; tokens: AccessTokens }) {
  async function callerOf(claims: { memberId: number; signInId: string }): Promise<MemberCaller> {
    const caller = await queries.findCaller(db, claims.memberId, claims.signInId)
    if (!caller) throw new ApiError('sessionExpired')
    return caller
  }

  return {
    authenticate: async (authorization: string | undefined): Promise<MemberCaller | null> => {
      if (authorization === undefined) return null
      const [scheme, token] = authorization.split(' ')
      if (scheme?.toLowerCase() !== 'bearer' || !token) throw new ApiError('missingAuthorization')
      return callerOf(await tokens.verify(token))
    },

    /** A ticket, used up by this, or an access token. Throws `ApiError`. */
    admitSocket: async (token: string): Promise<MemberCaller> =>
      callerOf((await queries.takeTicket(db, hashSecret(token))) ?? (await tokens.verify(token))),

    /** Whether that sign-in still stands. */
    stillSignedIn: async (caller: MemberCaller): Promise<boolean> =>
      (await queries.findCaller(db, caller.memberId, caller.signInId)) !== null,

    /** Forgets old attempts, tickets and sign-ins. */
    sweep: () => queries.sweepAuth(db),
  }
}
