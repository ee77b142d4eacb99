import { ApiError } from '@simdeck/contract/errors.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { endAllChallenges, endChallenges, findChallenge, issueChallenge, takeChallenge } from '../challenges/challenges.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import type { AuthDependencies } from '../dependencies.ts'
import * as queries from './queries.ts'

const requestsPerHour = 5

export function emailChangeRoutes({
  db,
  attemptLimiter,
  background,
  publish,
  queueMail,
  consoleUrl,
  signUpRules,
}: AuthDependencies): Handlers<'requestEmailChange' | 'confirmEmailChange'> {
  return {
    async requestEmailChange(call) {
      const { memberId, email: oldEmail, name } = memberOf(call)
      const { email } = call.body
      if (email === oldEmail || !signUpRules.domainAllowed(email, 'invitation')) throw new ApiError('emailInvalid')
      if (!(await attemptLimiter.allows('e-mail change', String(memberId), requestsPerHour, 60)))
        throw new ApiError('tooManyRequests', { retryAfterSeconds: 3600 })
      background.run(async () => {
        await db.transaction().execute(async (trx) => {
          const language = await memberLanguage(trx, memberId, call.language)
          await endChallenges(trx, memberId, ['emailChange'])
          const other = await queries.memberWith(trx, email)
          if (other && other.id !== memberId) {
            const values = { username: other.name, url: consoleUrl('/login') }
            await queueMail(trx, { email: other.email, memberId: other.id }, await memberLanguage(trx, other.id, language), {
              kind: 'alreadyMember',
              values,
            })
          } else {
            const url = consoleUrl(`/change-password/${await issueChallenge(trx, memberId, 'emailChange', email)}`)
            await queueMail(trx, { email, memberId }, language, { kind: 'emailChange', values: { url } })
          }
          await queueMail(trx, { email: oldEmail, memberId }, language, { kind: 'emailChanging', values: { username: name, email } })
        })
      })
    },

    async confirmEmailChange(call) {
      const token = call.body.challengeToken
      const { memberId, email, newEmail } = await attemptLimiter.limitByIp(call.ip, async () => {
        const challenge = await findChallenge(db, token, ['emailChange'])
        if (!challenge?.newEmail) throw new ApiError('linkInvalid')
        return { ...challenge, newEmail: challenge.newEmail }
      })
      await attemptLimiter.refuseLocked(email)
      await db.transaction().execute(async (trx) => {
        if (!(await takeChallenge(trx, token)) || !(await queries.writeEmail(trx, memberId, newEmail))) throw new ApiError('linkInvalid')
        await endAllChallenges(trx, memberId)
        await call.audit(trx, { email: newEmail, memberId })
      })
      publish({ people: [memberId] })
      return { email: newEmail }
    },
  }
}
