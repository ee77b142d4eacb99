import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { changeOfMany } from '../platform/events/change-of-many.ts'
import type { Audit, Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { groupById, groupShape } from './groups.ts'
import * as queries from './queries.ts'

type Calls = 'listGroups' | 'getGroup' | 'createGroup' | 'updateGroup' | 'deleteGroup' | 'deleteGroups'

const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('groupExists') : error
}

export function groupRoutes({ db, publish }: { db: Db; publish: Publish }): Handlers<Calls> {
  /** Deletes all of the groups or none; simultaneous requests for the same groups run one after the other. */
  async function remove(ids: readonly number[], audit: Audit): Promise<void> {
    const wanted = [...new Set(ids)]
    const sims = await db.transaction().execute(async (trx) => {
      const existing = await queries.lockGroups(trx, wanted)
      if (existing.length < wanted.length) throw new ApiError('groupNotFound')
      const found = existing.map(({ id }) => id)
      const freed = await queries.removeGroups(trx, found)
      await audit(trx, undefined, {
        subjects: found.map((id) => `group:${id}` as const),
        name: existing[0]?.name ?? '',
        sims: freed.length,
      })
      return freed
    })
    publish({ sims: changeOfMany({ sims }).sims ?? [] })
  }

  return {
    async listGroups({ query }) {
      const sort = sortOf(query.sort)
      const page = { sort: sort?.field === 'created' ? 'created' : 'name', order: sort?.order === 'DESC' ? 'desc' : 'asc' } as const
      const [total, rows] = await Promise.all([
        queries.countGroups(db, query.name),
        queries.selectGroupPage(db, query.name, { ...page, ...windowOf(query) }),
      ])
      return pageOf(rows.map(groupShape), query, total)
    },

    getGroup: ({ params }) => groupById(db, params.id),

    async createGroup({ body, audit }) {
      const id = await db
        .transaction()
        .execute(async (trx) => {
          const made = await queries.insertGroup(trx, body)
          await audit(trx, undefined, { subjects: [`group:${made}`], name: body.name })
          return made
        })
        .catch(throwNameTaken)
      return groupById(db, id)
    },

    async updateGroup({ params, body, audit }) {
      await db
        .transaction()
        .execute(async (trx) => {
          const [group] = await queries.lockGroups(trx, [params.id])
          if (!group) throw new ApiError('groupNotFound')
          await queries.writeGroup(trx, params.id, body)
          await audit(trx, undefined, { name: group.name, changes: changesBetween(group, body) })
        })
        .catch(throwNameTaken)
      return groupById(db, params.id)
    },

    deleteGroup: ({ params, audit }) => remove([params.id], audit),

    deleteGroups: ({ body, audit }) => remove(body.ids, audit),
  }
}
