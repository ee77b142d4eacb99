import { ApiError } from '@simdeck/contract/errors.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { endChallenges, issueChallenge } from '../challenges/challenges.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { noPassword } from '../passwords.ts'
import * as queries from './queries.ts'

const mailsPerHour = 5

export function signUpRoutes({
  db,
  attemptLimiter,
  background,
  queueMail,
  consoleUrl,
  signUpRules,
}: AuthDependencies): Handlers<'register'> {
  return {
    async register({ body: { email, name }, ip, language }) {
      if (!signUpRules.signUpOpen()) throw new ApiError('signUpClosed')
      if (!signUpRules.domainAllowed(email, 'signUp')) throw new ApiError('emailInvalid')
      await attemptLimiter.countRequest(ip)
      background.run(async () => {
        if (!(await attemptLimiter.allows('sign-up mail', email, mailsPerHour, 60))) return
        await db.transaction().execute(async (trx) => {
          const member = { email, name, roleId: roleIds.MEMBER, passwordHash: noPassword }
          const id = (await queries.insertSignUp(trx, member)) ?? (await queries.renewSignUp(trx, email, name))
          if (id !== null) {
            await endChallenges(trx, id, ['signUp'])
            const url = consoleUrl(`/change-password/${await issueChallenge(trx, id, 'signUp')}`)
            await queueMail(trx, { email, memberId: id }, language, { kind: 'signUp', values: { url } })
            return
          }
          const known = await queries.ownerByEmail(trx, email)
          if (!known) return
          const url = consoleUrl('/login')
          await queueMail(trx, { email: known.email, memberId: known.id }, await memberLanguage(trx, known.id, language), {
            kind: 'alreadyMember',
            values: { username: known.name, url },
          })
        })
      })
    },
  }
}
