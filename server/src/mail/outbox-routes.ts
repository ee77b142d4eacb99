import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import type { Handlers } from '../http/handler.ts'
import { pageOf, windowOf } from '../http/paging.ts'
import type { MailServers } from './mail-server.ts'
import type { Outbox } from './outbox.ts'
import { listMails, queueAgain } from './queries.ts'

type OutboxCalls = 'listMailOutbox' | 'retryMail'

/** The mails of the last 30 days, for ROOT: to read what could not be sent, and to send it again. */
export function outboxRoutes(options: { db: Db; servers: MailServers; outbox: Outbox; publish: Publish }): Handlers<OutboxCalls> {
  const { db, servers, outbox, publish } = options
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
      }))
      return pageOf(mails, query, total)
    },

    async retryMail({ params }) {
      if (!(await servers.isConfigured(db))) throw new ApiError('mailNotConfigured')
      if (!(await queueAgain(db, params.id))) throw new ApiError('notFound')
      publish({ mail: true })
    },
  }
}
