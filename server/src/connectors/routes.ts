import { ApiError } from '@simdeck/contract/errors.ts'
import { confirmedStatuses, nextStatuses } from '@simdeck/contract/sim-status.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import type { ActionDetails } from '../platform/audit/subjects.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Audit, type Caller, type Handlers, signedIn } from '../platform/http/handler.ts'
import { selectionOf, selectSims } from '../sims/selections/selections.ts'
import { taskById } from '../tasks/task-shape.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { selectStatusChanges, selectStatuses, type StatusOfSim } from './queries.ts'
import type { StatusParams } from './status-change.ts'

type Dependencies = { db: Db; tasks: Tasks; publish: Publish }
type Request = { selectionId: number; status: SimStatus; confirm: string | undefined; sim: StatusOfSim | null }

/** Handles the calls that change and tell statuses. */
export function statusRoutes({ db, tasks, publish }: Dependencies): Handlers<'setStatuses' | 'changeSimStatus' | 'listSimStatusChanges'> {
  async function begin({ audit, caller }: { audit: Audit; caller: Caller }, { selectionId, status, confirm, sim }: Request): Promise<Task> {
    const id = await db.transaction().execute(async (trx) => {
      const { total } = await selectionOf(trx, selectionId)
      if (confirmedStatuses.includes(status) && confirm !== (sim?.iccid ?? String(total))) throw new ApiError('statusUnconfirmed')
      const params: StatusParams = { status }
      const task = await tasks.enqueue(trx, {
        kind: 'simStatus',
        title: simStatusLabel[status],
        params,
        selectionId,
        total,
        creator: caller,
      })
      const details: ActionDetails = sim
        ? { name: sim.device_alias ?? sim.iccid, changes: [{ field: 'status', before: sim.status, after: status }] }
        : { sims: total }
      await audit(trx, sim ? undefined : null, details)
      return task
    })
    publish({ tasks: [id] })
    return taskById(db, id)
  }

  async function simById(id: number): Promise<StatusOfSim> {
    const [sim] = await selectStatuses(db, [id])
    if (!sim) throw new ApiError('simNotFound')
    return sim
  }

  return {
    setStatuses: (call) => begin({ audit: call.audit, caller: signedIn(call) }, { ...call.body, confirm: call.body.confirm, sim: null }),

    async changeSimStatus(call) {
      const { status, confirm } = call.body
      const sim = await simById(call.params.id)
      if (!nextStatuses(sim.cm_platform, sim.status).includes(status)) throw new ApiError('statusNotAllowed')
      if (confirmedStatuses.includes(status) && confirm !== sim.iccid) throw new ApiError('statusUnconfirmed')
      const caller = signedIn(call)
      const { id: selectionId } = await selectSims(db, { simIds: [sim.id] }, caller.memberId)
      return begin({ audit: call.audit, caller }, { selectionId, status, confirm, sim })
    },

    async listSimStatusChanges({ params: { id }, query: { take } }) {
      await simById(id)
      return selectStatusChanges(db, id, take)
    },
  }
}
