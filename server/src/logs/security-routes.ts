import { sortOf } from '@simdeck/contract/list.ts'
import type { SecurityEvent } from '@simdeck/contract/security-log.ts'
import type { SecurityLog } from '../platform/audit/security/security-log.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { cappedPage, windowOf, withSearchedTo } from '../platform/http/paging.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { countEvents, selectEvents, type SecurityEventShown } from './security-queries.ts'

export function securityLogRoutes({ db, securityLog }: { db: Db; securityLog: SecurityLog }): Handlers<'listSecurityEvents'> {
  return {
    async listSecurityEvents({ query, language }) {
      checkPeriod('created', query, language)
      await securityLog.flush()
      const filter = { ...query, stranger: securityLog.strangerMark(query.member ?? '') }
      const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const [{ total, searchedTo }, rows] = await Promise.all([
        countEvents(db, filter),
        selectEvents(db, filter, { order, ...windowOf(query) }),
      ])
      return withSearchedTo(cappedPage(rows.map(shape), query, total), searchedTo)
    },
  }
}

const shape = (row: SecurityEventShown): SecurityEvent => ({
  ...row,
  at: row.at.toISOString(),
  last_at: row.last_at.toISOString(),
  until: row.until?.toISOString() ?? null,
})
