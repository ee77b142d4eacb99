import type { SignInAnswer, Tokens } from '@simdeck/contract/auth.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { endChallenges, findChallenge, issueChallenge, takeChallenge } from '../challenges/challenges.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { recordEvent, type Origin } from '../history.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { verifyPassword } from '../passwords.ts'
import { hashSecret, newSecret } from '../tokens.ts'
import * as queries from './queries.ts'
import { endOfSignIn, endSignIns, startSignIn } from './sign-ins.ts'

type Calls = 'login' | 'verifyOtp' | 'refreshToken' | 'logout' | 'check' | 'wsTicket' | 'listSignIns' | 'endSignIn' | 'endOtherSignIns'

export function signInRoutes({ db, tokens, attemptLimiter, secondFactor, background, publish }: AuthDependencies): Handlers<Calls> {
  /** The member with this password; null if the credentials do not open an account. */
  async function byPassword(email: string, password: string): Promise<queries.SigningIn | null> {
    const member = await queries.selectSigningIn(db, email)
    const right = await verifyPassword(member?.password_hash ?? null, password)
    return member && right && member.account_status !== 'inactive' ? member : null
  }

  /** The answer to the right password: tokens, or a challenge for the next step. */
  async function afterPassword(trx: Db, member: queries.SigningIn, origin: Origin): Promise<SignInAnswer> {
    const now = await queries.lockSigningIn(trx, member)
    if (now?.must_change_password && now.account_status !== 'inactive') {
      if (now.password_expired) throw new ApiError('invalidTemporaryPassword')
      return { challenge: 'NEW_PASSWORD_REQUIRED', challengeToken: await issueChallenge(trx, now.id, 'newPassword') }
    }
    if (now?.account_status !== 'active') throw new ApiError('incorrectCredentials')
    if (now.mfa_enabled_at) return { challenge: 'SOFTWARE_TOKEN_MFA', challengeToken: await issueChallenge(trx, now.id, 'mfa') }
    return startSignIn(trx, tokens, now.id, origin)
  }

  /** Runs after the answer, so that a known address takes no longer than an unknown one. */
  function recordWrong(email: string, outcome: 'wrongPassword' | 'wrongCode', origin: Origin, last: boolean): void {
    background.run(async () => {
      const member = await queries.selectSigningIn(db, email)
      if (!member) return
      await recordEvent(db, member.id, outcome, origin)
      if (last) await recordEvent(db, member.id, 'locked', origin)
    })
  }

  return {
    async login({ body, ip, userAgent, requestId }): Promise<SignInAnswer> {
      const origin = { ip, userAgent, requestId }
      const email = body.email.trim()
      const member = await attemptLimiter.limit({ address: email, ip }, async ({ last }) => {
        const found = await byPassword(email, body.password)
        if (found) return found
        recordWrong(email, 'wrongPassword', origin, last)
        throw new ApiError('incorrectCredentials')
      })
      const answer = await db.transaction().execute((trx) => afterPassword(trx, member, origin))
      if (!('challenge' in answer)) await attemptLimiter.clear(email)
      return answer
    },

    async verifyOtp({ body, ip, userAgent, requestId, nameSubject }): Promise<Tokens> {
      const origin = { ip, userAgent, requestId }
      const { memberId, email } = await attemptLimiter.limitByIp(ip, async () => {
        const challenge = await findChallenge(db, body.challengeToken, ['mfa'])
        if (!challenge) throw new ApiError('otpIncorrectOrExpired')
        return challenge
      })
      nameSubject({ memberId })
      await attemptLimiter.limit({ address: email, ip }, async ({ last }) => {
        const factor = 'code' in body ? { code: body.code } : { recoveryCode: body.recoveryCode }
        if (await secondFactor.use(db, memberId, factor)) return
        recordWrong(email, 'wrongCode', origin, last)
        throw new ApiError('incorrectCode')
      })
      const answer = await db.transaction().execute(async (trx) => {
        if (!(await queries.lockActive(trx, memberId)) || !(await takeChallenge(trx, body.challengeToken)))
          throw new ApiError('otpIncorrectOrExpired')
        await endChallenges(trx, memberId, ['mfa'])
        return startSignIn(trx, tokens, memberId, origin)
      })
      await attemptLimiter.clear(email)
      return answer
    },

    async refreshToken({ body, ip, nameSubject }) {
      return attemptLimiter.limitByIp(ip, async () => {
        const hash = hashSecret(body.refresh_token)
        const named = tokens.namedBy(body.refresh_token)
        const signInId = named?.signInId ?? (await queries.selectSignInOf(db, hash))
        if (signInId === undefined) throw new ApiError('sessionExpired')
        const rotated = await queries.rotateRefreshToken(db, { signInId, hash }, (memberId) =>
          tokens.newRefreshToken({ signInId, memberId }),
        )
        if (rotated?.outcome === 'tooOften') throw new ApiError('tooManyRequests')
        if (rotated?.outcome === 'reused') {
          nameSubject({ memberId: rotated.memberId, event: 'refreshTokenReused' })
          publish({ people: [rotated.memberId] })
        }
        if (rotated?.outcome !== 'rotated' || !(await queries.isActive(db, rotated.memberId)))
          throw await endOfSignIn(db, signInId, named?.memberId ?? null)
        return { accessToken: await tokens.sign(rotated), refreshToken: rotated.refreshToken }
      })
    },

    async logout(call) {
      const { memberId, signInId } = memberOf(call)
      await queries.revokeSignIn(db, memberId, signInId)
      publish({ people: [memberId] })
    },

    async check(call) {
      return { id: memberOf(call).memberId }
    },

    async wsTicket(call) {
      const { memberId, signInId } = memberOf(call)
      const { secret, hash } = newSecret()
      await queries.insertTicket(db, { hash, memberId, signInId })
      return { ticket: secret }
    },

    async listSignIns(call) {
      const { memberId, signInId } = memberOf(call)
      const open = await queries.selectOpenSignIns(db, memberId)
      return open.map((one) => ({
        ...one,
        created_at: one.created_at.toISOString(),
        last_used_at: one.last_used_at.toISOString(),
        current: one.id === signInId,
      }))
    },

    async endSignIn(call) {
      const { memberId } = memberOf(call)
      if (!(await queries.revokeSignIn(db, memberId, call.params.id))) throw new ApiError('signInNotFound')
      publish({ people: [memberId] })
    },

    async endOtherSignIns(call) {
      const { memberId, signInId } = memberOf(call)
      const ended = await endSignIns(db, memberId, signInId)
      publish({ people: [memberId] })
      return { ended }
    },
  }
}
