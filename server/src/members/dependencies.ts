import type { AttemptLimiter } from '../auth/attempt-limiter.ts'
import type { SecondFactor } from '../auth/second-factor/second-factor.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { QueueMail, ReportEvent } from '../mail/content/queue-mail.ts'

/** Dependencies of the member routes. */
export type MemberDependencies = {
  db: Db
  attemptLimiter: AttemptLimiter
  secondFactor: SecondFactor
  publish: Publish
  queueMail: QueueMail
  reportEvent: ReportEvent
  /** The URL of a page of the console. */
  consoleUrl: (path: string) => string
  domainAllowed: (email: string, purpose: 'invitation') => boolean
}
