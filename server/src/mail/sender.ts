import type { Logger } from 'pino'
import { isAbove } from '@simdeck/contract/permissions.ts'
import { applicationName } from '../settings/settings.ts'
import type { Db } from '../platform/db/database.ts'
import { deliver, DeliveryFailure } from './deliver.ts'
import type { MailServer } from './trust/mail-server.ts'
import type { Outbox } from './outbox.ts'
import { type MailServers, roleOfMember } from './trust/mail-servers.ts'
import { deleteOldMails, type MailRow, markKept, markNotSent, markSent, takeDueMail } from './queries.ts'

const minutesUntilRetry = [1, 5, 15, 60] as const
const atOnce = 3
const keepDays = 30
const closeTimeoutMs = 5_000

/**
 * Sends the due mails. The row of a mail stays locked while it is sent, so that no two nodes send it. If a node crashes after the mail
 * server took a mail but before the result is stored, the mail is sent twice with the same Message-ID.
 */
export class MailSender {
  readonly #db: Db
  readonly #outbox: Outbox
  readonly #servers: MailServers
  readonly #log: Logger
  readonly #closing = new AbortController()
  #sending: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(options: { db: Db; outbox: Outbox; servers: MailServers; log: Logger }) {
    this.#db = options.db
    this.#outbox = options.outbox
    this.#servers = options.servers
    this.#log = options.log
  }

  /** Sends the due mails. Rejects if a mail could not be read or its result not be stored; the other mails are sent all the same. */
  async sendDue(): Promise<void> {
    const lanes = Promise.allSettled(Array.from({ length: atOnce }, () => this.#sendAll()))
    this.#sending = lanes
    const failed = (await lanes).find((lane) => lane.status === 'rejected')
    if (failed) throw failed.reason
  }

  async sweep(): Promise<void> {
    await deleteOldMails(this.#db, keepDays)
    await this.#servers.sweep(this.#db)
  }

  /** Waits a moment for mails that are being sent; mails that are not finished by then stay queued. */
  async close(): Promise<void> {
    this.#closed = true
    const abort = setTimeout(() => this.#closing.abort(), closeTimeoutMs)
    await this.#sending
    clearTimeout(abort)
  }

  async #sendAll(): Promise<void> {
    while (!this.#closed && (await this.#sendNext()));
  }

  /** Sends the next due mail; false if there is none. */
  #sendNext(): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const mail = await takeDueMail(trx)
      if (!mail) return false
      const server = await this.#serverFor(trx, mail)
      if (server) await this.#send(trx, server, mail)
      else await markKept(trx, mail.id, await this.#servers.isConfiguredFor(trx, null))
      return true
    })
  }

  /** The server for the member's current role: words and servers of a lower role do not reach a member whose role was raised since. */
  async #serverFor(trx: Db, mail: MailRow): Promise<MailServer | null> {
    const fixed = mail.server_id === null ? null : await this.#servers.byId(trx, mail.server_id)
    if (fixed) return fixed
    const role = mail.member_id === null ? null : ((await roleOfMember(trx, mail.member_id)) ?? null)
    if (role !== null && mail.words_by !== null && isAbove(role, mail.words_by)) return null
    return this.#servers.forRole(trx, role)
  }

  async #send(trx: Db, server: MailServer, mail: MailRow): Promise<void> {
    const body = this.#outbox.bodyOf(mail)
    if (body === null) return markNotSent(trx, mail.id, 'The body cannot be opened with this MASTER_KEY', null)
    const fromName = server.fromName || (await applicationName(trx))
    const messageId = `<simdeck-${mail.id}-${mail.created_at.getTime()}@${server.fromAddress.split('@')[1]}>`
    const { recipient: to, subject } = mail
    try {
      await deliver(server, { to, subject, body, fromName, messageId, signal: this.#closing.signal })
      await markSent(trx, mail.id)
    } catch (error) {
      if (!(error instanceof DeliveryFailure) || this.#closing.signal.aborted) throw error
      const minutes = error.permanent ? null : (minutesUntilRetry[mail.tries] ?? null)
      await markNotSent(trx, mail.id, error.answer, minutes)
      this.#log.warn({ mailId: mail.id, tries: mail.tries + 1, triedAgain: minutes !== null }, 'the mail server did not take a mail')
    }
  }
}
