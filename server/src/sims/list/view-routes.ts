import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimView } from '@simdeck/contract/sim-views.ts'
import { type Db, isUniqueViolation } from '../../platform/db/database.ts'
import { type Handlers, memberOf } from '../../platform/http/handler.ts'
import { insertView, removeView, selectView, selectViews, type ViewRow, writeView } from './view-queries.ts'

function viewShape({ id, name, shared, owner_id, owner_name, search, table_view }: ViewRow, memberId: number): SimView {
  return { id, name, shared, own: owner_id === memberId, ownerName: owner_name, search, table: table_view }
}

const takenName = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('viewExists') : error
}

export function viewRoutes({ db }: { db: Db }): Handlers<'listSimViews' | 'createSimView' | 'updateSimView' | 'deleteSimView'> {
  async function viewOf(id: number, memberId: number): Promise<SimView> {
    const row = await selectView(db, id)
    if (!row) throw new ApiError('viewNotFound')
    return viewShape(row, memberId)
  }

  return {
    async listSimViews(call) {
      const { memberId } = memberOf(call)
      return (await selectViews(db, memberId)).map((row) => viewShape(row, memberId))
    },

    async createSimView(call) {
      const { memberId } = memberOf(call)
      const id = await db
        .transaction()
        .execute(async (trx) => {
          const made = await insertView(trx, memberId, call.body)
          if (made === null) throw new ApiError('viewLimit')
          await call.audit(trx)
          return made
        })
        .catch(takenName)
      return viewOf(id, memberId)
    },

    async updateSimView(call) {
      const { memberId } = memberOf(call)
      const { id } = call.params
      await db
        .transaction()
        .execute(async (trx) => {
          if (!(await writeView(trx, memberId, id, call.body))) throw new ApiError('viewNotFound')
          await call.audit(trx)
        })
        .catch(takenName)
      return viewOf(id, memberId)
    },

    async deleteSimView(call) {
      const { memberId } = memberOf(call)
      await db.transaction().execute(async (trx) => {
        if (!(await removeView(trx, memberId, call.params.id))) throw new ApiError('viewNotFound')
        await call.audit(trx)
      })
    },
  }
}
