import { ApiError } from '@simdeck/contract/errors.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Audit, type Handlers, signedIn } from '../../platform/http/handler.ts'
import { nameOfLockedGroup } from '../../groups/groups.ts'
import type { NewTask } from '../../tasks/task-handler.ts'
import { taskById } from '../../tasks/task-shape.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { selectionOf, selectSims, simChoiceOf } from '../selections/selections.ts'
import { keepTags, titleOf } from '../tags/tags.ts'
import type { AliasParams, GroupParams, TagParams } from './changes.ts'

type Dependencies = { db: Db; tasks: Tasks; publish: Publish }

/** Handles the calls that start bulk changes. */
export function bulkRoutes({
  db,
  tasks,
  publish,
}: Dependencies): Handlers<'createSimSelection' | 'setAliases' | 'setGroups' | 'setTags' | 'deleteSims'> {
  /** Creates a task. `prepare` checks the request and returns the content of the task; the selection is locked until the task is stored. */
  async function begin(
    selectionId: number,
    audit: Audit,
    prepare: (trx: Db, selection: { total: number }) => Promise<Omit<NewTask, 'selectionId' | 'total'>>,
  ): Promise<Task> {
    const id = await db.transaction().execute(async (trx) => {
      const { total } = await selectionOf(trx, selectionId)
      const task = await tasks.enqueue(trx, { ...(await prepare(trx, { total })), selectionId, total })
      await audit(trx, null, { sims: total })
      return task
    })
    publish({ tasks: [id] })
    return taskById(db, id)
  }

  return {
    async createSimSelection(call) {
      const choice = simChoiceOf(call.body, call.language)
      const { id, total, created_at } = await selectSims(db, choice, signedIn(call).memberId)
      return { id, total, createdAt: created_at.toISOString() }
    },

    setAliases: (call) =>
      begin(call.body.selectionId, call.audit, async () => {
        const { pattern } = call.body
        return { kind: 'simAlias', title: pattern, params: { pattern } satisfies AliasParams, creator: signedIn(call) }
      }),

    setGroups: (call) =>
      begin(call.body.selectionId, call.audit, async (trx) => {
        const { groupId } = call.body
        const title = groupId === null ? null : await nameOfLockedGroup(trx, groupId)
        return { kind: 'simGroup', title, params: { groupId } satisfies GroupParams, creator: signedIn(call) }
      }),

    setTags: (call) =>
      begin(call.body.selectionId, call.audit, async (trx) => {
        const { add, remove } = call.body
        if (add.length + remove.length === 0) throw new ApiError('emptyParameters')
        if (!(await keepTags(trx, add))) throw new ApiError('tagLimit')
        return { kind: 'simTags', title: titleOf({ add, remove }), params: { add, remove } satisfies TagParams, creator: signedIn(call) }
      }),

    deleteSims: (call) =>
      begin(call.body.selectionId, call.audit, async (_trx, { total }) => {
        if (call.body.total !== total) throw new ApiError('selectionCount')
        return { kind: 'simDelete', title: null, creator: signedIn(call) }
      }),
  }
}
