import { sortOf } from '@simdeck/contract/list.ts'
import { chainStepRows, logRowCap } from '@simdeck/contract/logs.ts'
import type { ActionLog } from '../platform/audit/action-log.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { cappedPage, pageOf, windowOf, withSearchedTo } from '../platform/http/paging.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { actionShape } from './action-shape.ts'
import { ChainCheck } from './chain-check.ts'
import { findActions, selectActions, simOfIccid } from './system-queries.ts'

type Calls = 'listSystemLogs' | 'verifySystemLog'

export function systemLogRoutes({ db, actionLog }: { db: Db; actionLog: ActionLog }): Handlers<Calls> {
  const chain = new ChainCheck((after) => actionLog.verifyPart(db, { after, most: chainStepRows }))
  return {
    async listSystemLogs({ query, language }) {
      checkPeriod('created', query, language)
      const sim = query.sim === undefined ? undefined : await simOfIccid(db, query.sim)
      if (sim === null || (sim !== undefined && query.subject && query.subject !== `sim:${sim}`)) return pageOf([], query, 0)
      const { ids, searchedTo } = await findActions(db, { ...query, ...(sim !== undefined && { subject: `sim:${sim}` }) })
      const listed = ids.slice(0, logRowCap)
      const ordered = sortOf(query.sort)?.order === 'ASC' ? listed.toReversed() : listed
      const { take, skip } = windowOf(query)
      const rows = await selectActions(db, ordered.slice(skip, skip + take))
      return withSearchedTo(cappedPage(rows.map(actionShape), query, ids.length), searchedTo)
    },

    async verifySystemLog({ query: { after } }) {
      const { rows, total, done, fault, at } = await chain.run(after)
      return { checked_at: at.toISOString(), rows, total, done, fault: fault && { ...fault, at: fault.at?.toISOString() ?? null } }
    },
  }
}
