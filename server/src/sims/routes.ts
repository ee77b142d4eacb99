import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { inventoryOf } from './inventory.ts'
import { listSims } from './list/list-sims.ts'
import { selectRefusedFrames, selectSessionMessages, selectSimPackages, simExists } from './queries.ts'
import { refusalsOf } from './refusals.ts'
import { searchSims, unknownIn } from './list/search-sims.ts'
import { sessionsOf } from './sessions.ts'
import { simsByIds } from './sims.ts'

export function simRoutes({
  db,
}: {
  db: Db
}): Handlers<
  'listSims' | 'searchSims' | 'listUnknownNumbers' | 'getSim' | 'listSimSessions' | 'getSimRefusals' | 'listSimPackages' | 'getSimInventory'
> {
  return {
    async listSims({ query, language }) {
      checkPeriod('modified', query, language)
      checkPeriod('last_poll', query, language)
      return listSims(db, query)
    },

    async searchSims({ query }) {
      return searchSims(db, query.q, query.take)
    },

    async listUnknownNumbers({ body }) {
      return unknownIn(db, body.numbers, body.field ?? null)
    },

    async getSim({ params }) {
      const [sim] = await simsByIds(db, [params.id])
      if (!sim) throw new ApiError('simNotFound')
      return sim
    },

    async listSimSessions({ params, query }) {
      if (!(await simExists(db, params.id))) throw new ApiError('simNotFound')
      return sessionsOf(await selectSessionMessages(db, params.id, query.take))
    },

    async getSimRefusals({ params }) {
      if (!(await simExists(db, params.id))) throw new ApiError('simNotFound')
      return refusalsOf(await selectRefusedFrames(db, params.id))
    },

    async getSimInventory({ params }) {
      if (!(await simExists(db, params.id))) throw new ApiError('simNotFound')
      return inventoryOf(db, params.id)
    },

    async listSimPackages({ params }) {
      if (!(await simExists(db, params.id))) throw new ApiError('simNotFound')
      return selectSimPackages(db, params.id)
    },
  }
}
