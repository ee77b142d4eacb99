import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { checkPeriods } from './check-periods.ts'
import { inventoryOf } from '../packages/content/inventory.ts'
import type { FleetIndex } from './fleet-index/fleet-index.ts'
import { askerOf } from './list/asker.ts'
import { lastPollCounts, valueCounts } from './list/count-sims.ts'
import { listSims } from './list/list-sims.ts'
import { selectRefusedFrames, selectSessionMessages, selectSimPackages, simExists } from './queries.ts'
import { refusalsOf } from './refusals.ts'
import { simsOnMap } from './list/sims-on-map.ts'
import { searchSims, unknownIn } from './list/search-sims.ts'
import { sessionsOf } from './sessions.ts'
import { simsByIds } from './sims.ts'

export function simRoutes({
  db,
  index,
}: {
  db: Db
  index: FleetIndex
}): Handlers<
  | 'listSims'
  | 'searchSims'
  | 'listUnknownNumbers'
  | 'countSimValues'
  | 'countLastPolls'
  | 'getSimMap'
  | 'getSim'
  | 'listSimSessions'
  | 'getSimRefusals'
  | 'listSimPackages'
  | 'getSimInventory'
> {
  return {
    async listSims(call) {
      checkPeriods(call.query, call.language)
      return listSims(db, index, call.query, askerOf(call))
    },

    async searchSims(call) {
      return searchSims(db, index, call.query, askerOf(call))
    },

    async listUnknownNumbers({ body }) {
      return unknownIn(db, body.numbers, body.field ?? null)
    },

    async countSimValues(call) {
      checkPeriods(call.query, call.language)
      return valueCounts(db, index, call.query, askerOf(call))
    },

    async countLastPolls(call) {
      checkPeriods(call.query, call.language)
      return lastPollCounts(db, index, call.query, askerOf(call))
    },

    async getSimMap(call) {
      checkPeriods(call.query, call.language)
      return simsOnMap(db, index, call.query, askerOf(call))
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
