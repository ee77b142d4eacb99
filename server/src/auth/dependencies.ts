import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { QueueMail, ReportEvent } from '../mail/content/queue-mail.ts'
import type { Background } from '../platform/background.ts'
import type { AttemptLimiter } from './attempt-limiter.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import type { AccessTokens } from './tokens.ts'

/** Rules about the e-mail addresses that may have an account. */
export type SignUpRules = {
  signUpOpen: () => boolean
  domainAllowed: (email: string, purpose: 'signUp' | 'invitation') => boolean
}

/** Dependencies of the routes for sign-in and the own account. */
export type AuthDependencies = {
  db: Db
  tokens: AccessTokens
  attemptLimiter: AttemptLimiter
  secondFactor: SecondFactor
  /** HMAC key for the reset codes of mails; a plain hash of eight digits could be reversed by trying all. */
  codeKey: Buffer
  background: Background
  publish: Publish
  queueMail: QueueMail
  reportEvent: ReportEvent
  /** The URL of a page of the console. */
  consoleUrl: (path: string) => string
  signUpRules: SignUpRules
}
