import type { SignInAnswer } from '@simdeck/contract/auth.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { findChallenge, issueChallenge, passwordPurposes, takeChallenge } from '../challenges/challenges.ts'
import { type Origin, recordEvent } from '../history.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { verifyPassword } from '../passwords.ts'
import { markVerified, startSignIn } from '../sign-ins/sign-ins.ts'
import * as queries from './queries.ts'
import { chosenPassword, countPasswordChange, setPassword } from './set-password.ts'

export function passwordRoutes({
  db,
  tokens,
  attemptLimiter,
  publish,
  queueMail,
  consoleUrl,
}: AuthDependencies): Handlers<'confirmPassword' | 'checkLink' | 'changePassword' | 'confirmItsMe'> {
  const hostOf = (): string => new URL(consoleUrl('/')).hostname

  /** The caller, if the password is right; throws `invalidPassword` otherwise. */
  async function verifyCaller(caller: { memberId: number; email: string }, password: string, origin: Origin) {
    return attemptLimiter.limit({ address: caller.email, ip: origin.ip }, async ({ last }) => {
      const owner = await queries.ownerById(db, caller.memberId)
      if (owner && (await verifyPassword(owner.password_hash, password))) return owner
      await recordEvent(db, caller.memberId, 'wrongPassword', origin)
      if (last) await recordEvent(db, caller.memberId, 'locked', origin)
      throw new ApiError('invalidPassword')
    })
  }

  return {
    async checkLink({ body, ip }) {
      return attemptLimiter.limitByIp(ip, async () => {
        const challenge = await findChallenge(db, body.challengeToken, [...passwordPurposes, 'emailChange'])
        if (!challenge || challenge.purpose === 'mfa') throw new ApiError('linkInvalid')
        return { purpose: challenge.purpose, email: challenge.newEmail ?? challenge.email }
      })
    },

    async confirmPassword({ body, ip, userAgent, requestId, language }): Promise<SignInAnswer> {
      const owner = await attemptLimiter.limitByIp(ip, async () => {
        const challenge = await findChallenge(db, body.challengeToken, passwordPurposes)
        const found = challenge && (await queries.ownerById(db, challenge.memberId))
        if (!found) throw new ApiError('invalidTemporaryPassword')
        return found
      })
      await attemptLimiter.refuseLocked(owner.email)
      const passwordHash = await chosenPassword(db, owner, body.new_password, { host: hostOf(), language })
      const answer = await db.transaction().execute(async (trx) => {
        const taken = await takeChallenge(trx, body.challengeToken)
        const change = { outcome: 'passwordChanged', keep: null, ip, userAgent, requestId } as const
        if (!taken || !(await setPassword(trx, owner, passwordHash, change))) throw new ApiError('invalidTemporaryPassword')
        if (owner.mfa_enabled_at)
          return { challenge: 'SOFTWARE_TOKEN_MFA' as const, challengeToken: await issueChallenge(trx, owner.id, 'mfa') }
        return startSignIn(trx, tokens, owner.id, { ip, userAgent, requestId })
      })
      publish({ people: [owner.id] })
      if (!('challenge' in answer)) await attemptLimiter.clear(owner.email)
      return answer
    },

    async changePassword(call) {
      const { body, ip, userAgent, requestId, language } = call
      const caller = memberOf(call)
      const owner = await verifyCaller(caller, body.old_password, call)
      const passwordHash = await chosenPassword(db, owner, body.new_password, { host: hostOf(), language })
      await db.transaction().execute(async (trx) => {
        const change = { outcome: 'passwordChanged', keep: caller.signInId, ip, userAgent, requestId } as const
        if (!(await setPassword(trx, owner, passwordHash, change))) throw new ApiError('invalidPassword')
        await countPasswordChange(trx, owner.id)
        await markVerified(trx, caller.signInId)
        await queueMail(trx, { email: owner.email, memberId: owner.id }, await memberLanguage(trx, owner.id, language), {
          kind: 'passwordChanged',
          values: { username: owner.name },
        })
        await call.audit(trx)
      })
      publish({ people: [owner.id] })
    },

    async confirmItsMe(call) {
      const caller = memberOf(call)
      if (caller.mfaEnabled) throw new ApiError('verificationRequired')
      await verifyCaller(caller, call.body.password, call)
      await markVerified(db, caller.signInId)
    },
  }
}
