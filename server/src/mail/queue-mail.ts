import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../platform/db/database.ts'

/** What a mail says, with what it fills in. `invitation`, `authentication` and `system` have words that can be changed. */
export type MailContent =
  | { kind: 'invitation'; values: { username: string; password: string; url: string } }
  | { kind: 'authentication'; values: { username: string; code: string; url: string } }
  | { kind: 'signUp'; values: { url: string } }
  | { kind: 'alreadyMember'; values: { username: string; url: string } }
  | { kind: 'emailChange'; values: { url: string } }
  | { kind: 'emailChanging'; values: { username: string; email: string } }
  | { kind: 'passwordChanged'; values: { username: string } }
  | { kind: 'mailServerChanged' | 'mailTemplateChanged'; values: { username: string; email: string; url: string } }

/**
 * The address of a mail and the member whose account it is about, whose role decides which mail server and words it may take.
 * `serverId`: the server that it must take instead.
 */
export type Addressee = { email: string; memberId: number; serverId?: number | null }

/** Queues a mail in the caller's transaction: it goes out after the commit, or not at all. `kept`: no mail server may send it, so that it stays in the outbox. */
export type QueueMail = (trx: Db, to: Addressee, language: Language, content: MailContent) => Promise<'queued' | 'kept'>

/** What system mail tells its destinations, besides failures of the server. */
export type SystemEvent = 'memberInvited' | 'passwordReset' | 'templatesChanged' | 'restrictionsChanged'

/** Tells an event by system mail, in the caller's transaction; nothing while system mail is off. `url` without its query. */
export type TellSystem = (trx: Db, event: SystemEvent, at: { method: string; url: string }) => Promise<void>
