import type { UnreadNotifications } from '@simdeck/contract/notifications.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, memberOf } from '../platform/http/handler.ts'
import { unreadOf } from './bells.ts'
import { heardIn } from './hearing.ts'
import { pathsOf } from './links.ts'
import { insertReads, selectKept, selectReaders } from './queries.ts'
import { notificationShape } from './shape.ts'

const nothing: UnreadNotifications = { sim: 0, ota: 0, iotsafe: 0 }

export function notificationRoutes({ db, publish }: { db: Db; publish: Publish }): Handlers<'getNotifications' | 'readNotifications'> {
  const unread = async (memberId: number) => (await unreadOf(db, [memberId])).get(memberId)?.unread ?? nothing
  return {
    async getNotifications(call) {
      const { memberId } = memberOf(call)
      const [reader] = await selectReaders(db, [memberId])
      if (!reader) return { unread: nothing, items: [] }
      const [rows, counts] = await Promise.all([selectKept(db, memberId, heardIn(reader, call.query.category)), unread(memberId)])
      const to = await pathsOf(db, rows)
      return { unread: counts, items: rows.map((row) => notificationShape(row, { language: call.language, to: to(row) })) }
    },

    async readNotifications(call) {
      const { memberId } = memberOf(call)
      await insertReads(db, memberId, call.body.ids)
      publish({ bells: [memberId] })
      return { unread: await unread(memberId) }
    },
  }
}
