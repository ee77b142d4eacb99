import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import { type Handlers, uploaded } from '../http/handler.ts'
import { pageOf, windowOf } from '../http/paging.ts'
import { checkPeriod } from '../http/period.ts'
import { changeOfMany } from '../events/change-of-many.ts'
import { importSims } from './import/import-sims.ts'
import { countSims, selectSessionMessages, selectSimPage, simExists } from './queries.ts'
import { sessionsOf } from './sessions.ts'
import { simShape } from './sim-shape.ts'
import { simsByIds } from './sims.ts'

export function simRoutes({
  db,
  sealer,
  publish,
}: {
  db: Db
  sealer: Sealer
  publish: Publish
}): Handlers<'listSims' | 'getSim' | 'importSims' | 'listSimSessions'> {
  return {
    async listSims({ query, language }) {
      checkPeriod('modified', query, language)
      const [totalItems, rows] = await Promise.all([
        countSims(db, query),
        selectSimPage(db, { filter: query, sort: sortOf(query.sort), ...windowOf(query) }),
      ])
      return pageOf(rows.map(simShape), query, totalItems)
    },

    async getSim({ params }) {
      const [sim] = await simsByIds(db, [params.id])
      if (!sim) throw new ApiError('simNotFound')
      return sim
    },

    async importSims(call) {
      const { mode } = call.body
      const ids = await importSims({ db, sealer }, { bytes: uploaded(call).bytes, mode, language: call.language, audit: call.audit })
      publish(changeOfMany({ sims: ids }))
      return mode === 'add' ? { added: ids.length, updated: 0 } : { added: 0, updated: ids.length }
    },

    async listSimSessions({ params, query }) {
      if (!(await simExists(db, params.id))) throw new ApiError('simNotFound')
      return sessionsOf(await selectSessionMessages(db, params.id, query.take))
    },
  }
}
