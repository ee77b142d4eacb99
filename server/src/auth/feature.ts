import type { MailFeature } from '../mail/feature.ts'
import { lockEvent } from '../platform/audit/security/events-of-calls.ts'
import { deriveKey } from '../platform/crypto/seal.ts'
import type { WholeChange } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { AttemptLimiter } from './attempt-limiter.ts'
import { currentMe } from './me.ts'
import type { SignUpRules } from './dependencies.ts'
import { authRoutes } from './routes.ts'
import { SecondFactor } from './second-factor/second-factor.ts'
import { openSignIns } from './sign-ins/sign-ins.ts'
import { sweepAuth } from './sweep.ts'
import { AccessTokens } from './tokens.ts'
import './tables.ts'

const sweepMs = 10 * 60_000
/** Interval of the check for sign-ins that ended by age, and for ends that this node was not notified of. */
const revocationCheckMs = 5_000

/** Sign-in, open sign-ins and the own account. */
export function authFeature(platform: Platform, { mail, access }: { mail: MailFeature; access: SignUpRules }) {
  const { db, masterKey, sockets, securityLog } = platform
  const tokens = new AccessTokens(masterKey)
  const attemptLimiter = new AttemptLimiter(db, (attempt, until) => securityLog.count(lockEvent(attempt, until)))
  const secondFactor = new SecondFactor(platform.sealer, masterKey)
  const jobs: Job[] = [
    {
      name: 'ended sign-ins',
      title: { ja: '終了したログインの画面の切断', en: 'Disconnection of ended sign-ins' },
      everyMs: revocationCheckMs,
      run: () => sockets.closeRevoked((ids) => openSignIns(db, ids)),
    },
    {
      name: 'sign-ins',
      title: { ja: '期限切れのログインと古い記録の削除', en: 'Deletion of expired sign-ins' },
      everyMs: sweepMs,
      on: ['jobs'],
      onOneNode: true,
      run: () => sweepAuth(db),
    },
  ]
  return {
    routes: authRoutes({
      db,
      tokens,
      attemptLimiter,
      secondFactor,
      background: platform.background,
      publish: platform.publish,
      consoleUrl: platform.consoleUrl,
      codeKey: deriveKey(masterKey, 'reset codes'),
      queueMail: mail.queueMail,
      reportEvent: mail.reportEvent,
      signUpRules: access,
    }),
    jobs,
    async onChange({ people, settings }: WholeChange) {
      const whose = settings.includes('system_mfa_required_roles') ? 'all' : people
      if (whose.length > 0) await sockets.pushPeople(whose, (caller) => currentMe(db, caller))
    },
    tokens,
    attemptLimiter,
    secondFactor,
  }
}

export type AuthFeature = ReturnType<typeof authFeature>
