import type { Group } from '@simdeck/contract/groups.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Caller, type Handlers, signedIn } from '../../platform/http/handler.ts'
import { groupById, saveGroup } from '../../groups/groups.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import { askerOf } from '../list/asker.ts'
import { countOf } from '../list/count-many.ts'
import { deleteGroups } from './delete-groups.ts'
import { groupFigures } from './figures.ts'
import { groupTotals } from './group-totals.ts'
import { listGroups } from './list-groups.ts'

type Dependencies = { db: Db; publish: Publish; tasks: Tasks; index: FleetIndex }

type Calls = 'listGroups' | 'getGroupTotals' | 'getGroup' | 'updateGroup' | 'getGroupFigures' | 'deleteGroup' | 'deleteGroups'

/** Handles the calls of groups that count or change their SIMs. */
export function simGroupRoutes({ index, ...platform }: Dependencies): Handlers<Calls> {
  const { db, publish } = platform

  /** A group with the number of its SIMs, which the index counts. */
  async function sized(id: number, call: { caller: Caller | null; gone: AbortSignal }): Promise<Group> {
    const group = await groupById(db, id)
    return { ...group, size: (await countOf(db, index, { group: [id] }, askerOf(call))).count }
  }

  return {
    listGroups: (call) => listGroups(db, index, call.query, askerOf(call)),
    getGroupTotals: (call) => groupTotals(db, index, askerOf(call)),
    getGroup: (call) => sized(call.params.id, call),

    async updateGroup(call) {
      const { id } = call.params
      await saveGroup(db, id, call.body, call.audit)
      publish({ groups: [id] })
      return sized(id, call)
    },

    getGroupFigures: (call) => groupFigures(db, index, call.params.id, askerOf(call)),
    deleteGroup: (call) => deleteGroups(platform, [call.params.id], { audit: call.audit, creator: signedIn(call) }),
    deleteGroups: (call) => deleteGroups(platform, call.body.ids, { audit: call.audit, creator: signedIn(call) }),
  }
}
