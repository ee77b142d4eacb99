import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { checkPeriod } from '../platform/http/period.ts'
import type { FleetIndex } from './fleet-index/fleet-index.ts'
import { inventoryOf } from './inventory.ts'
import { lastPollCounts, valueCounts } from './list/count-sims.ts'
import { listSims } from './list/list-sims.ts'
import { selectRefusedFrames, selectSessionMessages, selectSimPackages, simExists } from './queries.ts'
import { refusalsOf } from './refusals.ts'
import { searchSims, unknownIn } from './list/search-sims.ts'
import { sessionsOf } from './sessions.ts'
import { simsByIds } from './sims.ts'

function checkPeriods(filter: SimFilter, language: Language): void {
  checkPeriod('modified', filter, language)
  checkPeriod('last_poll', filter, language)
}

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
  | 'getSim'
  | 'listSimSessions'
  | 'getSimRefusals'
  | 'listSimPackages'
  | 'getSimInventory'
> {
  return {
    async listSims({ query, language }) {
      checkPeriods(query, language)
      return listSims(db, index, query)
    },

    async searchSims({ query }) {
      return searchSims(db, index, query.q, query.take)
    },

    async listUnknownNumbers({ body }) {
      return unknownIn(db, body.numbers, body.field ?? null)
    },

    async countSimValues({ query, language }) {
      checkPeriods(query, language)
      return valueCounts(db, index, query)
    },

    async countLastPolls({ query, language }) {
      checkPeriods(query, language)
      return lastPollCounts(db, index, query)
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
