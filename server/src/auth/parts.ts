import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { QueueMail, TellSystem } from '../mail/queue-mail.ts'
import type { Background } from './background.ts'
import type { Gate } from './gate/gate.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import type { AccessTokens } from './tokens.ts'

/** Which addresses may have an account. */
export type SignUpRules = {
  signUpOpen: () => boolean
  domainAllowed: (email: string, purpose: 'signUp' | 'invitation') => boolean
}

/** What the calls of sign-in and the own account are made of. */
export type AuthParts = {
  db: Db
  tokens: AccessTokens
  gate: Gate
  secondFactor: SecondFactor
  /** For a code of a mail: keyed, since eight digits alone could be tried out. */
  codeKey: Buffer
  background: Background
  publish: Publish
  queueMail: QueueMail
  tellSystem: TellSystem
  /** The address of a page of the console. */
  consoleUrl: (path: string) => string
  signUpRules: SignUpRules
}
