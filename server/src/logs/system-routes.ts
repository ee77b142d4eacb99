import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { countActions, selectActions } from './system-queries.ts'

export function systemLogRoutes({ db }: { db: Db }): Handlers<'listSystemLogs'> {
  return {
    async listSystemLogs({ query, language }) {
      checkPeriod('created', query, language)
      const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const [total, rows] = await Promise.all([countActions(db, query), selectActions(db, query, { order, ...windowOf(query) })])
      const data = rows.map((row) => ({
        id: row.id,
        action: row.action,
        url: row.url,
        method: row.method,
        request_params: row.request_params,
        request_by: row.request_by,
        request_at: row.request_at.toISOString(),
        status: row.status,
        message: row.message,
        client_type: row.client_type,
      }))
      return pageOf(data, query, total)
    },
  }
}
