import { sortOf } from '@simdeck/contract/list.ts'
import type { RawLogs } from '../../platform/audit/raw/raw-logs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { cappedPage, windowOf, withSearchedTo } from '../../platform/http/paging.ts'
import { checkPeriod } from '../../platform/http/period.ts'
import { messageShape } from './message-shape.ts'
import { apiCalls, otaMessages, proxyCalls, type RawPage } from './queries.ts'

type Query = Parameters<typeof windowOf>[0] & { sort?: string | undefined }

type Calls = 'listRawApiLogs' | 'listRawProxyLogs' | 'listRawOtaServiceLogs'

export function rawLogRoutes({ db, rawLogs }: { db: Db; rawLogs: RawLogs }): Handlers<Calls> {
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

    async listRawOtaServiceLogs({ query, language }) {
      checkPeriod('created', query, language)
      const { rows, counted, searchedTo } = await otaMessages(db, query, windowIn(query))
      const messages = rows.map((row) => ({
        ...messageShape(row),
        sim_id: row.sim_id,
        iccid: row.iccid,
        hex: row.commands.flatMap(({ hex }) => (hex === null ? [] : [hex])),
      }))
      return withSearchedTo(cappedPage(messages, query, counted), searchedTo)
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
