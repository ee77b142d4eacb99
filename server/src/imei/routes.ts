import { ApiError } from '@simdeck/contract/errors.ts'
import { imeiLockWords } from '@simdeck/contract/sim-value-words.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { selectionOf } from '../sims/selections/selections.ts'
import { simsByIds } from '../sims/sims.ts'
import { taskById } from '../tasks/task-shape.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { changeImeis, type ImeiParams } from './bulk-change.ts'
import { selectImeiChanges } from './queries.ts'

type Dependencies = { db: Db; tasks: Tasks; publish: Publish }

/** Handles the calls about the devices of SIMs and their IMEI locks. */
export function imeiRoutes({ db, tasks, publish }: Dependencies): Handlers<'listSimImeiChanges' | 'changeSimImei' | 'setImeis'> {
  return {
    async listSimImeiChanges({ params: { id }, query: { take } }) {
      const changes = await selectImeiChanges(db, id, take)
      if (!changes) throw new ApiError('simNotFound')
      return changes
    },

    async changeSimImei(call) {
      const { id } = call.params
      const { confirm, lock } = call.body
      if (confirm === undefined && lock === undefined) throw new ApiError('emptyParameters')
      await db.transaction().execute(async (trx) => {
        const params: ImeiParams = { confirm: confirm !== undefined, lock: lock ?? null }
        const { sims, refused } = await changeImeis(trx, [id], params, signedIn(call))
        const [sim] = sims
        if (!sim) throw new ApiError('simNotFound')
        const reason = refused.get(id)
        if (reason) throw new ApiError(reason)
        if (confirm !== undefined && confirm !== sim.imei) throw new ApiError('imeiNotChanged')
        const changes = [
          ...(confirm === undefined ? [] : [{ field: 'imei_status', before: sim.imei_status, after: 'confirmed' }]),
          ...(lock === undefined ? [] : [{ field: 'imei_lock', before: sim.imei_lock, after: lock }]),
        ]
        await call.audit(trx, undefined, { name: sim.device_alias ?? sim.iccid, changes })
      })
      publish({ sims: [id] })
      const [shown] = await simsByIds(db, [id])
      if (!shown) throw new ApiError('simNotFound')
      return shown
    },

    async setImeis(call) {
      const { selectionId, confirm = false, lock = null } = call.body
      if (!confirm && lock === null) throw new ApiError('emptyParameters')
      const id = await db.transaction().execute(async (trx) => {
        const { total } = await selectionOf(trx, selectionId)
        const params: ImeiParams = { confirm, lock }
        const title = lock === null ? null : imeiLockWords[lock][call.language]
        const task = await tasks.enqueue(trx, { kind: 'simImei', title, params, selectionId, total, creator: signedIn(call) })
        await call.audit(trx, null, { sims: total })
        return task
      })
      publish({ tasks: [id] })
      return taskById(db, id)
    },
  }
}
