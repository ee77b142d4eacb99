import { applicationName } from '../settings/settings.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { compose, type Letter, safeApplicationName } from './content/compose.ts'
import { type MailServers, roleOfMember } from './trust/mail-servers.ts'
import { type CodeTemplate, textsFor } from './trust/trusted-texts.ts'
import { insertMail, setBody, setQueued } from './queries.ts'
import type { QueueMail } from './content/queue-mail.ts'
import { fixedTexts } from './content/fixed-texts.ts'

/** Name of the queue of mails that are to be sent. */
export const mailQueue = 'mails'

const bodyAt = (id: number) => ({ table: 'mails', row: String(id), column: 'body' })

/** Queued mails as rows of the database; without a mail server they are kept for ROOT to read. */
export class Outbox {
  readonly #sealer: Sealer
  readonly #servers: MailServers

  constructor(sealer: Sealer, servers: MailServers) {
    this.#sealer = sealer
    this.#servers = servers
  }

  /** Composes the mail and inserts it. */
  queue: QueueMail = async (trx, { email, memberId, serverId = null, notBefore = null }, language, content) => {
    const { kind, values } = content
    const role = (await roleOfMember(trx, memberId)) ?? null
    if (role === null) throw new Error('a mail is for a member who does not exist')
    const fixed = kind === 'invitation' || kind === 'authentication' ? null : { texts: fixedTexts[kind], by: null }
    const { texts, by } = fixed ?? (await textsFor(trx, kind as CodeTemplate, role))
    const letter = compose(texts[language], { ...values, application: safeApplicationName(await applicationName(trx)) })
    return this.#insert(trx, { recipient: email, member_id: memberId, words_by: by, server_id: serverId }, letter, { role, notBefore })
  }

  /** Inserts a system mail for each address, in the caller's transaction. */
  async add(trx: Db, recipients: readonly string[], letter: Letter): Promise<void> {
    for (const recipient of recipients)
      await this.#insert(trx, { recipient, member_id: null, words_by: null, server_id: null }, letter, { role: null, notBefore: null })
  }

  async #insert(
    trx: Db,
    mail: { recipient: string; member_id: number | null; words_by: number | null; server_id: number | null },
    { subject, body }: Letter,
    { role, notBefore }: { role: number | null; notBefore: Date | null },
  ): Promise<'queued' | 'kept'> {
    const sendable = mail.server_id !== null || (await this.#servers.isConfiguredFor(trx, role))
    const unconfirmed = !sendable && (await this.#servers.isConfiguredFor(trx, null))
    const state = sendable ? 'queued' : 'kept'
    const id = await insertMail(trx, { ...mail, subject, state, unconfirmed })
    await setBody(trx, id, this.#sealer.seal(Buffer.from(body), bodyAt(id)))
    if (sendable) await enqueue(trx, mailQueue, id, notBefore)
    return state
  }

  /** Queues a failed or kept mail again; false if there is none. */
  async queueAgain(trx: Db, id: number): Promise<boolean> {
    const found = await setQueued(trx, id)
    if (found) await enqueue(trx, mailQueue, id)
    return found
  }

  /** The body of a mail; null if it was sent (sent bodies are deleted) or cannot be decrypted. */
  bodyOf(mail: { id: number; body: Buffer | null }): string | null {
    if (!mail.body) return null
    try {
      return Buffer.from(this.#sealer.open(mail.body, bodyAt(mail.id))).toString('utf8')
    } catch {
      return null
    }
  }
}
