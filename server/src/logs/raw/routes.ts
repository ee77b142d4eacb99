import { sortOf } from '@simdeck/contract/list.ts'
import type { RawLogs } from '../../platform/audit/raw/raw-logs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { cappedPage, windowOf, withSearchedTo } from '../../platform/http/paging.ts'
import { checkPeriod } from '../../platform/http/period.ts'
import { apiCalls, proxyCalls, type RawPage } from './queries.ts'

type Query = Parameters<typeof windowOf>[0] & { sort?: string | undefined }

export function rawLogRoutes({ db, rawLogs }: { db: Db; rawLogs: RawLogs }): Handlers<'listRawApiLogs' | 'listRawProxyLogs'> {
  const windowIn = (query: Query) => ({
    order: sortOf(query.sort)?.order === 'ASC' ? ('asc' as const) : ('desc' as const),
    ...windowOf(query),
  })
  return {
    async listRawApiLogs({ query, language }) {
      checkPeriod('created', query, language)
      await rawLogs.api.flush()
      return shown(await apiCalls(db, query, windowIn(query)), query)
    },

    async listRawProxyLogs({ query, language }) {
      checkPeriod('created', query, language)
      await rawLogs.proxy.flush()
      return shown(await proxyCalls(db, query, windowIn(query)), query)
    },
  }
}

const shown = <Row>({ rows, counted, searchedTo }: RawPage<Row>, query: Query) => {
  const page = cappedPage(
    rows.map((row) => ({ ...row, at: row.at.toISOString() }) as Row),
    query,
    counted,
  )
  return withSearchedTo(page, searchedTo)
}
