import { applicationName } from '../settings/settings.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import { compose, type Letter } from './compose.ts'
import type { MailServers } from './mail-server.ts'
import { insertMail, setBody } from './queries.ts'
import type { QueueMail } from './queue-mail.ts'
import { wordsOf } from './templates.ts'
import { fixedWords } from './fixed-words.ts'

const bodyAt = (id: number) => ({ table: 'mails', row: String(id), column: 'body' })

/** The mails on their way, as rows of the database; with no mail server they are kept there for ROOT to read. */
export class Outbox {
  readonly #sealer: Sealer
  readonly #servers: MailServers

  constructor(sealer: Sealer, servers: MailServers) {
    this.#sealer = sealer
    this.#servers = servers
  }

  /** Composes the mail and adds it. */
  queue: QueueMail = async (trx, to, language, content) => {
    const { kind, values } = content
    const changeable = kind === 'invitation' || kind === 'authentication'
    const words = changeable ? (await wordsOf(trx, [kind]))[kind] : fixedWords[kind]
    await this.add(trx, [to], compose(words[language], { ...values, application: await applicationName(trx) }))
  }

  /** One mail for each, in the caller's transaction. */
  async add(trx: Db, recipients: readonly string[], { subject, body }: Letter): Promise<void> {
    const state = (await this.#servers.isConfigured(trx)) ? 'queued' : 'kept'
    for (const recipient of recipients) {
      const id = await insertMail(trx, { recipient, subject, state })
      await setBody(trx, id, this.#sealer.seal(Buffer.from(body), bodyAt(id)))
    }
  }

  /** Null: it was sent and is forgotten, or it cannot be opened. */
  bodyOf(mail: { id: number; body: Buffer | null }): string | null {
    if (!mail.body) return null
    try {
      return Buffer.from(this.#sealer.open(mail.body, bodyAt(mail.id))).toString('utf8')
    } catch {
      return null
    }
  }
}
