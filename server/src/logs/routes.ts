import { sortOf } from '@simdeck/contract/list.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { messageShape } from './message-shape.ts'
import { countLogs, selectLogs } from './queries.ts'

export function logRoutes({ db }: { db: Db }): Handlers<'listRawOtaServiceLogs'> {
  return {
    async listRawOtaServiceLogs({ query }) {
      const filter = { simId: query.simId, sessionId: query.sessionId === undefined ? undefined : Number.parseInt(query.sessionId, 16) }
      const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const [total, rows] = await Promise.all([
        countLogs(db, filter, logRowCap),
        selectLogs(db, filter, { order, ...windowOf(query), cap: logRowCap }),
      ])
      const data = rows.map((row) => ({
        ...messageShape(row),
        sim_id: row.sim_id,
        hex: row.commands.flatMap(({ hex }) => (hex === null ? [] : [hex])),
      }))
      return pageOf(data, query, total)
    },
  }
}
