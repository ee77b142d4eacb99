import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { recordEvent } from '../history.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import type { AuthDependencies } from '../dependencies.ts'
import * as queries from './queries.ts'
import { chosenPassword, countPasswordChange, setPassword } from './set-password.ts'

const mailsPerHour = 5
const tries = 5

export function resetRoutes({
  db,
  attemptLimiter,
  codeKey,
  background,
  publish,
  queueMail,
  reportEvent,
  consoleUrl,
}: AuthDependencies): Handlers<'requestPasswordReset' | 'confirmPasswordReset'> {
  const hashOf = (memberId: number, code: string): Buffer => createHmac('sha256', codeKey).update(`${memberId} ${code}`).digest()

  const hostOf = (): string => new URL(consoleUrl('/')).hostname

  return {
    async requestPasswordReset({ body, ip, language }) {
      await attemptLimiter.countRequest(ip)
      background.run(async () => {
        if (!(await attemptLimiter.allows('reset mail', body.email, mailsPerHour, 60))) return
        const member = await queries.ownerByEmail(db, body.email)
        if (member?.account_status !== 'active') return
        const code = String(randomInt(100_000_000)).padStart(8, '0')
        await db.transaction().execute(async (trx) => {
          await queries.writeResetCode(trx, member.id, hashOf(member.id, code))
          const url = consoleUrl('/forgot-password-confirm')
          await queueMail(trx, { email: member.email, memberId: member.id }, await memberLanguage(trx, member.id, language), {
            kind: 'authentication',
            values: { username: member.name, code, url },
          })
        })
      })
    },

    async confirmPasswordReset({ body, ip, userAgent, requestId, language }) {
      const { owner, codeHash } = await attemptLimiter.limit({ address: body.email, ip }, async ({ last }) => {
        const member = await queries.ownerByEmail(db, body.email)
        const id = member?.id ?? 0
        const stored = await queries.tryResetCode(db, id, tries)
        const given = hashOf(id, body.code)
        if (member?.account_status === 'active' && stored && timingSafeEqual(stored, given)) {
          await queries.giveBackTry(db, id, given)
          return { owner: member, codeHash: given }
        }
        if (member) {
          // Runs after the answer, so that a known address takes no longer than an unknown one.
          background.run(async () => {
            await recordEvent(db, id, 'wrongCode', { ip, userAgent, requestId })
            if (last) await recordEvent(db, id, 'locked', { ip, userAgent, requestId })
          })
        }
        throw new ApiError('otpIncorrectOrExpired')
      })
      const passwordHash = await chosenPassword(db, owner, body.new_password, { host: hostOf(), language })
      await db.transaction().execute(async (trx) => {
        const taken = await queries.takeResetCode(trx, owner.id, codeHash)
        const change = { outcome: 'passwordReset', keep: null, ip, userAgent, requestId } as const
        if (!taken || !(await setPassword(trx, owner, passwordHash, change))) throw new ApiError('otpIncorrectOrExpired')
        await countPasswordChange(trx, owner.id)
        await queueMail(trx, { email: owner.email, memberId: owner.id }, await memberLanguage(trx, owner.id, language), {
          kind: 'passwordChanged',
          values: { username: owner.name },
        })
        await reportEvent(trx, 'passwordReset', { method: 'PUT', url: '/v1/forget-password' })
      })
      publish({ people: [owner.id] })
    },
  }
}
