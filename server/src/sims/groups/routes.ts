import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import { askerOf } from '../list/asker.ts'
import { deleteGroups } from './delete-groups.ts'
import { groupFigures } from './figures.ts'
import { listGroups } from './list-groups.ts'

type Dependencies = { db: Db; publish: Publish; tasks: Tasks; index: FleetIndex }

type Calls = 'listGroups' | 'getGroupFigures' | 'deleteGroup' | 'deleteGroups'

/** Handles the calls of groups that count or change their SIMs. */
export function simGroupRoutes({ index, ...platform }: Dependencies): Handlers<Calls> {
  return {
    listGroups: (call) => listGroups(platform.db, index, call.query, askerOf(call)),
    getGroupFigures: (call) => groupFigures(platform.db, index, call.params.id, askerOf(call)),
    deleteGroup: (call) => deleteGroups(platform, [call.params.id], { audit: call.audit, creator: signedIn(call) }),
    deleteGroups: (call) => deleteGroups(platform, call.body.ids, { audit: call.audit, creator: signedIn(call) }),
  }
}
