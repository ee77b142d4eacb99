import { ApiError } from '@simdeck/contract/errors.ts'
import { outranks } from '@simdeck/contract/permissions.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import type { Outbox } from './outbox.ts'
import { listMails, mailById } from './queries.ts'
import { type MailServers, roleOfMember } from './trust/mail-servers.ts'

type OutboxCalls = 'listMailOutbox' | 'retryMail'

/** The mails of the last 30 days, for ROOT, who can read unsent ones and send them again. */
export function outboxRoutes(options: { db: Db; servers: MailServers; outbox: Outbox }): Handlers<OutboxCalls> {
  const { db, servers, outbox } = options
  return {
    async listMailOutbox({ query }) {
      const { rows, total } = await listMails(db, query, windowOf(query))
      const mails = rows.map((row) => ({
        id: row.id,
        created_at: row.created_at.toISOString(),
        to: row.recipient,
        subject: row.subject,
        body: outbox.bodyOf(row),
        state: row.state,
        tries: row.tries,
        sent_at: row.sent_at?.toISOString() ?? null,
        error: row.error,
        unconfirmed: row.unconfirmed,
      }))
      return pageOf(mails, query, total)
    },

    async retryMail({ params }) {
      const mail = await mailById(db, params.id)
      if (!mail) throw new ApiError('notFound')
      if (!(await servers.isConfiguredFor(db, null))) throw new ApiError('mailNotConfigured')
      const role = mail.member_id === null ? null : ((await roleOfMember(db, mail.member_id)) ?? null)
      const serverAllowed = await servers.isConfiguredFor(db, role)
      const textAllowed = role === null || mail.words_by === null || !outranks(role, mail.words_by)
      if (!serverAllowed || !textAllowed) throw new ApiError('mailUnconfirmed')
      if (!(await db.transaction().execute((trx) => outbox.queueAgain(trx, params.id)))) throw new ApiError('notFound')
    },
  }
}
