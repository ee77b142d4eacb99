import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import { meOf } from '../me.ts'
import type { AuthDependencies } from '../dependencies.ts'
import * as queries from './queries.ts'

export function ownAccountRoutes({ db, publish }: AuthDependencies): Handlers<'getMe' | 'putMe' | 'listSignInHistory'> {
  return {
    async getMe(call) {
      const me = await meOf(db, memberOf(call))
      if (!me) throw new ApiError('sessionExpired')
      return me
    },

    async putMe(call) {
      const { memberId } = memberOf(call)
      const { name } = call.body
      await db.transaction().execute(async (trx) => {
        await queries.writeName(trx, memberId, name)
        await call.audit(trx)
      })
      publish({ people: [memberId] })
      return { name }
    },

    async listSignInHistory(call) {
      const { memberId } = memberOf(call)
      const order = sortOf(call.query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const [total, rows] = await Promise.all([
        queries.countHistory(db, memberId),
        queries.selectHistory(db, memberId, { order, ...windowOf(call.query) }),
      ])
      return pageOf(
        rows.map((row) => ({ ...row, at: row.at.toISOString() })),
        call.query,
        total,
      )
    },
  }
}
