import { outranks } from '@simdeck/contract/permissions.ts'
import { applicationName } from '../settings/settings.ts'
import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import type { Db } from '../platform/db/database.ts'
import { kindOf } from '../platform/jobs/kind-of-error.ts'
import type { Attempt, Queue } from '../platform/jobs/queue.ts'
import { DeliveryFailure } from './deliver.ts'
import { recorded } from './recorded.ts'
import type { MailServer } from './trust/mail-server.ts'
import { mailQueue, type Outbox } from './outbox.ts'
import { type MailServers, roleOfMember } from './trust/mail-servers.ts'
import { deleteOldMails, mailById, type MailRow, markKept, markNotSent, markSent } from './queries.ts'

const minutesUntilRetry = [1, 5, 15, 60] as const
const keepDays = 30

/**
 * Sends queued mails. If a node dies after the mail server accepted a mail but before the result is stored, the mail is sent twice with the
 * same Message-ID.
 */
export class MailSender {
  readonly #db: Db
  readonly #outbox: Outbox
  readonly #servers: MailServers
  readonly #rawLogs: RawLogs
  readonly queue: Queue = {
    name: mailQueue,
    title: { ja: 'メールの送信', en: 'Sending of mails' },
    atOnce: 3,
    graceMs: 5_000,
    retryMs: (attempt, error) => (isPermanent(error) ? null : minutesMs(minutesUntilRetry[attempt - 1])),
    run: (attempt) => this.#send(attempt),
    onFailure: (trx, id, { error, dead }) => markNotSent(trx, id, error instanceof DeliveryFailure ? error.answer : kindOf(error), dead),
  }

  constructor(options: { db: Db; outbox: Outbox; servers: MailServers; rawLogs: RawLogs }) {
    this.#db = options.db
    this.#outbox = options.outbox
    this.#servers = options.servers
    this.#rawLogs = options.rawLogs
  }

  async sweep(): Promise<void> {
    await deleteOldMails(this.#db, keepDays)
    await this.#servers.sweep(this.#db)
  }

  async #send({ key, signal }: Attempt) {
    const mail = await mailById(this.#db, key)
    if (mail?.state !== 'queued') return
    const server = await this.#serverFor(mail)
    if (!server) return async (trx: Db) => markKept(trx, mail.id, await this.#servers.isConfiguredFor(trx, null))
    const body = this.#outbox.bodyOf(mail)
    if (body === null) throw new DeliveryFailure('The body cannot be decrypted with this MASTER_KEY', { permanent: true, reached: false })
    const fromName = server.fromName || (await applicationName(this.#db))
    const messageId = `<simdeck-${mail.id}-${mail.created_at.getTime()}@${server.fromAddress.split('@')[1]}>`
    await recorded(this.#rawLogs, server, { to: mail.recipient, subject: mail.subject, body, fromName, messageId, signal })
    return (trx: Db) => markSent(trx, mail.id)
  }

  /**
   * The mail server for the member's current role, which may be higher than when the mail was queued. Null if a lower role set the text or
   * every server.
   */
  async #serverFor(mail: MailRow): Promise<MailServer | null> {
    const fixed = mail.server_id === null ? null : await this.#servers.byId(this.#db, mail.server_id)
    if (fixed) return fixed
    const role = mail.member_id === null ? null : ((await roleOfMember(this.#db, mail.member_id)) ?? null)
    if (role !== null && mail.words_by !== null && outranks(role, mail.words_by)) return null
    return this.#servers.forRole(this.#db, role)
  }
}

const isPermanent = (error: Error): boolean => error instanceof DeliveryFailure && error.permanent
const minutesMs = (minutes: number | undefined): number | null => (minutes === undefined ? null : minutes * 60_000)
