import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../../platform/db/database.ts'

/** Content of a mail: its kind and the values of its variables. The texts of `invitation`, `authentication` and `system` can be changed. */
export type MailContent =
  | { kind: 'invitation'; values: { username: string; password: string; url: string } }
  | { kind: 'authentication'; values: { username: string; code: string; url: string } }
  | { kind: 'signUp'; values: { url: string } }
  | { kind: 'alreadyMember'; values: { username: string; url: string } }
  | { kind: 'emailChange'; values: { url: string } }
  | { kind: 'emailChanging'; values: { username: string; email: string } }
  | { kind: 'passwordChanged'; values: { username: string } }
  | { kind: 'approvalAsked'; values: { username: string; campaign: string; sims: string; asker: string; note: string; url: string } }
  | { kind: 'approvalsAsked'; values: { username: string; count: string; campaigns: string; url: string } }
  | { kind: 'approvalRejected'; values: { username: string; campaign: string; approver: string; reason: string; url: string } }
  | { kind: 'notifications'; values: { username: string; headline: string; event: string; url: string } }
  | { kind: 'mailServerChanged' | 'mailTemplateChanged'; values: { username: string; email: string; url: string } }

/**
 * The address of a mail and its member, whose role decides which mail server and which text the mail may use. `serverId`: the server that
 * sends the mail regardless of the role. The mail is not sent before `notBefore`.
 */
export type Addressee = { email: string; memberId: number; serverId?: number | null; notBefore?: Date | null }

/**
 * Queues a mail in the caller's transaction; it is sent after the commit. `kept`: no mail server may send it, and it stays in the outbox.
 */
export type QueueMail = (trx: Db, to: Addressee, language: Language, content: MailContent) => Promise<'queued' | 'kept'>

/** Events that system mail reports, besides failures of the server. */
export type SystemEvent = 'memberInvited' | 'passwordReset' | 'templatesChanged' | 'restrictionsChanged'

/** Reports an event by system mail, in the caller's transaction; does nothing while system mail is off. `url` without its query. */
export type ReportEvent = (trx: Db, event: SystemEvent, at: { method: string; url: string }) => Promise<void>
