import { choicesIn, mailOf, type NotificationChoices } from '@simdeck/contract/notification-choices.ts'
import { settingsOf } from '../../settings/settings.ts'
import { languages } from '@simdeck/contract/languages.ts'
import type { MailFeature } from '../../mail/feature.ts'
import type { Db } from '../../platform/db/database.ts'
import { quietEnd } from '../../platform/notifications/quiet-hours.ts'
import { memberLanguage } from '../../settings/member-language.ts'
import { campaignText } from '../text.ts'
import { type Approver, isAsker, selectAskingMember, selectApprovers, selectWaiting, type WaitingRequest } from './queries.ts'

type Mail = Pick<MailFeature, 'queueMail' | 'canMail' | 'notes'>

/** The name under which requests are noted for the next mails. */
const event = 'approval'
const maxNamed = 5

/** Mails about approvals, to those members for whom a mail server is set up. */
export class ApprovalMails {
  readonly #mail: Mail
  readonly #consoleUrl: (path: string) => string

  constructor(mail: Mail, consoleUrl: (path: string) => string) {
    this.#mail = mail
    this.#consoleUrl = consoleUrl
  }

  /** Notes a request for the next mails to those who may approve it. */
  async asked(trx: Db, id: number): Promise<void> {
    await this.#mail.notes.add(trx, event, id)
  }

  /**
   * Tells those who may approve of the requests since the last mails that still wait, each person by one mail. Does nothing within ten minutes
   * of the last mails.
   */
  async sendAsked(db: Db): Promise<void> {
    const { notes } = this.#mail
    if (!(await notes.exist(db, event))) return
    await db.transaction().execute(async (trx) => {
      const waiting = await selectWaiting(trx, await notes.take(trx, event))
      if (waiting.length === 0) return
      const mailed = new Map<number, boolean>()
      for (const member of await selectApprovers(trx, { asked_by: null, asked_email: null })) {
        const requests = waiting.filter((request) => !isAsker(request, { memberId: member.id, email: member.email }))
        if (!mailed.has(member.role_id)) mailed.set(member.role_id, await this.#mail.canMail(trx, member.role_id))
        if (requests.length === 0 || !mailed.get(member.role_id)) continue
        const choices = await choicesOf(trx, member.id)
        if (mailOf(choices, 'approvals') === 'now') await this.#tell(trx, member, requests, quietEnd(choices, new Date()))
      }
      await notes.restart(trx, event)
    })
  }

  async #tell(
    trx: Db,
    { id, email, name: username }: Approver,
    requests: readonly WaitingRequest[],
    notBefore: Date | null,
  ): Promise<void> {
    const reader = await memberLanguage(trx, id, languages[0])
    const [first] = requests
    if (!first) return
    const { name: campaign, asked_name: asker, note } = first
    await this.#mail.queueMail(
      trx,
      { email, memberId: id, notBefore },
      reader,
      requests.length === 1
        ? {
            kind: 'approvalAsked',
            values: { username, campaign, sims: String(first.total), asker, note, url: this.#urlOf(first.id) },
          }
        : {
            kind: 'approvalsAsked',
            values: {
              username,
              count: String(requests.length),
              campaigns: campaignText.names(
                requests.slice(0, maxNamed).map(({ name }) => name),
                requests.length - maxNamed,
              )[reader],
              url: this.#consoleUrl('/otas/campaigns?state=awaitingApproval'),
            },
          },
    )
  }

  /** Queues a mail to the member who asked: the campaign was rejected. */
  async rejected(trx: Db, id: number, { by, reason }: { by: string; reason: string }): Promise<void> {
    const member = await selectAskingMember(trx, id)
    if (!member || !(await this.#mail.canMail(trx, member.role_id))) return
    const reader = await memberLanguage(trx, member.id, languages[0])
    const notBefore = quietEnd(await choicesOf(trx, member.id), new Date())
    await this.#mail.queueMail(trx, { email: member.email, memberId: member.id, notBefore }, reader, {
      kind: 'approvalRejected',
      values: { username: member.name, campaign: member.campaign, approver: by, reason, url: this.#urlOf(id) },
    })
  }

  #urlOf = (id: number): string => this.#consoleUrl(`/otas/campaigns/${id}`)
}

async function choicesOf(trx: Db, memberId: number): Promise<NotificationChoices> {
  const [chosen] = await settingsOf(trx, ['user_notifications'], memberId)
  return choicesIn(chosen?.value)
}
