import type { MailChange } from '@simdeck/contract/mail.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MemberCaller } from '../../platform/http/handler.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { QueueMail } from '../content/queue-mail.ts'
import * as queries from './queries.ts'

/** The member who changes mail settings, and the language of the request. */
export type ChangedBy = { caller: MemberCaller; language: Language }

/**
 * Notifies every ROOT that the mail server or a template that carries codes was changed: by mail, and in the console until they have seen
 * it.
 */
export class MailChanges {
  readonly #queueMail: QueueMail
  readonly #consoleUrl: (path: string) => string

  constructor(queueMail: QueueMail, consoleUrl: (path: string) => string) {
    this.#queueMail = queueMail
    this.#consoleUrl = consoleUrl
  }

  /**
   * Call it in the transaction of the change; returns the notified members. `serverId`: the server that sends the mails, which is the one
   * before the change. Of changes by one member within ten minutes only the first causes mails, so that nobody can flood the ROOTs;
   * the console shows all.
   */
  async notifyRoots(trx: Db, what: queries.MailChangeWhat, { caller, language }: ChangedBy, serverId: number | null): Promise<number[]> {
    const mailed = await queries.changedLately(trx, what, caller.memberId)
    await queries.insertChange(trx, { what, member_id: caller.memberId, changed_by: caller.email, role_id: caller.roleId })
    const roots = await queries.selectRoots(trx)
    const kind = what === 'server' ? 'mailServerChanged' : 'mailTemplateChanged'
    const url = this.#consoleUrl(what === 'server' ? '/settings/mail' : '/settings/notify-password')
    for (const { id, email, name } of mailed ? [] : roots) {
      const values = { username: name, email: caller.email, url }
      await this.#queueMail(trx, { email, memberId: id, serverId }, await memberLanguage(trx, id, language), { kind, values })
    }
    return roots.map(({ id }) => id)
  }
}

export async function unseenChanges(db: Db, memberId: number): Promise<MailChange[]> {
  const rows = await queries.selectUnseen(db, memberId)
  return rows.map(({ id, at, what, changed_by, role_id }) => ({ id, at: at.toISOString(), what, changed_by, role_id }))
}

export const changesSeen = queries.writeSeen
