import { languages, type Language } from '@simdeck/contract/languages.ts'
import type { MailFeature } from '../../mail/feature.ts'
import type { Db } from '../../platform/db/database.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import { selectAskingMember, selectApproval, selectApprovers } from './queries.ts'

type Mail = Pick<MailFeature, 'queueMail' | 'canMail'>

/** Mails about approvals, to those members for whom a mail server is set up. */
export class ApprovalMails {
  readonly #mail: Mail
  readonly #consoleUrl: (path: string) => string

  constructor(mail: Mail, consoleUrl: (path: string) => string) {
    this.#mail = mail
    this.#consoleUrl = consoleUrl
  }

  /** Tells those who may approve. */
  async asked(
    trx: Db,
    { id, name, total }: { id: number; name: string; total: number },
    { asker, note, language }: { asker: { name: string }; note: string; language: Language },
  ): Promise<void> {
    const request = await selectApproval(trx, id)
    if (!request) return
    for (const member of await selectApprovers(trx, request)) {
      if (!(await this.#mail.canMail(trx, member.role_id))) continue
      const reader = await memberLanguage(trx, member.id, language)
      await this.#mail.queueMail(trx, { email: member.email, memberId: member.id }, reader, {
        kind: 'approvalAsked',
        values: { username: member.name, campaign: name, sims: String(total), asker: asker.name, note, url: this.#urlOf(id) },
      })
    }
  }

  /** Tells the member who asked that the campaign was rejected. */
  async rejected(trx: Db, id: number, { by, reason }: { by: string; reason: string }): Promise<void> {
    const member = await selectAskingMember(trx, id)
    if (!member || !(await this.#mail.canMail(trx, member.role_id))) return
    const reader = await memberLanguage(trx, member.id, languages[0])
    await this.#mail.queueMail(trx, { email: member.email, memberId: member.id }, reader, {
      kind: 'approvalRejected',
      values: { username: member.name, campaign: member.campaign, approver: by, reason, url: this.#urlOf(id) },
    })
  }

  #urlOf = (id: number): string => this.#consoleUrl(`/otas/campaigns/${id}`)
}
