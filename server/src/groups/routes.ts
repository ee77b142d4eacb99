import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { groupById, throwNameTaken } from './groups.ts'
import { insertGroup } from './queries.ts'

type Dependencies = { db: Db; publish: Publish }

export function groupRoutes({ db, publish }: Dependencies): Handlers<'createGroup'> {
  return {
    async createGroup({ body, audit }) {
      const id = await db
        .transaction()
        .execute(async (trx) => {
          const made = await insertGroup(trx, body)
          await audit(trx, undefined, { subjects: [`group:${made}`], name: body.name })
          return made
        })
        .catch(throwNameTaken)
      publish({ groups: [id] })
      return { ...(await groupById(db, id)), size: 0 }
    },
  }
}
