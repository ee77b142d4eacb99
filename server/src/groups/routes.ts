import { ApiError } from '@simdeck/contract/errors.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { groupById } from './groups.ts'
import * as queries from './queries.ts'

type Calls = 'getGroup' | 'createGroup' | 'updateGroup'

type Dependencies = { db: Db; publish: Publish }

const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('groupExists') : error
}

export function groupRoutes({ db, publish }: Dependencies): Handlers<Calls> {
  return {
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
      publish({ groups: [id] })
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
      publish({ groups: [params.id] })
      return groupById(db, params.id)
    },
  }
}
