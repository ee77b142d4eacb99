import { groupDeletedAtOnce } from '@simdeck/contract/groups.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { changeOfMany } from '../../platform/events/change-of-many.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Audit, Caller } from '../../platform/http/handler.ts'
import type { TaskHandler } from '../../tasks/task-handler.ts'
import { taskById } from '../../tasks/task-shape.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { lockedGroups, removeLockedGroups } from '../../groups/groups.ts'
import { endUncountedPart } from '../sql/end-part.ts'
import { countSimsOf, freeSims, openDeletionOf } from './queries.ts'

export type DeletionParams = { groupIds: number[] }

const simsInPart = 1_000

/**
 * Deletes all of the groups or none; simultaneous requests for the same groups run one after the other. Groups with many SIMs are deleted
 * by a task, which is the answer. Throws `ApiError('groupNotFound')`.
 */
export async function deleteGroups(
  { db, publish, tasks }: { db: Db; publish: Publish; tasks: Tasks },
  ids: readonly number[],
  { audit, creator }: { audit: Audit; creator: Caller },
): Promise<{ task: Task | null }> {
  const wanted = [...new Set(ids)]
  const { freed, task } = await db.transaction().execute(async (trx) => {
    const existing = await lockedGroups(trx, wanted)
    if (existing.length < wanted.length) throw new ApiError('groupNotFound')
    const groupIds = existing.map(({ id }) => id)
    const begun = await openDeletionOf(trx, groupIds)
    if (begun !== null) return { freed: [], task: begun }
    const total = await countSimsOf(trx, groupIds)
    await audit(trx, undefined, { subjects: groupIds.map((id) => `group:${id}` as const), name: existing[0]?.name ?? '', sims: total })
    if (total <= groupDeletedAtOnce) return { freed: await removeLockedGroups(trx, groupIds), task: null }
    const title = existing.map(({ name }) => name).join(', ')
    const params = { groupIds } satisfies DeletionParams
    return { freed: [], task: await tasks.enqueue(trx, { kind: 'groupDelete', title, params, total, creator }) }
  })
  if (task === null) publish({ sims: changeOfMany({ sims: freed }).sims ?? [], groups: wanted })
  else publish({ tasks: [task] })
  return { task: task === null ? null : await taskById(db, task) }
}

/** The task that frees the SIMs of groups part by part, with a result for each, and deletes the groups with the last part. */
export function groupDeletion({ db, publish }: { db: Db; publish: Publish }): TaskHandler {
  async function runPart(taskId: number, groupIds: readonly number[]): Promise<boolean> {
    const part = await db.transaction().execute(async (trx) => {
      // The lock of the groups also lets only one node run a part.
      const left = (await lockedGroups(trx, groupIds)).map(({ id }) => id)
      if (left.length === 0) return { sims: [], isLast: true }
      const sims = await freeSims(trx, left, simsInPart)
      if (!(await endUncountedPart(trx, taskId, sims))) return null
      const isLast = sims.length < simsInPart
      if (isLast) await removeLockedGroups(trx, left)
      return { sims, isLast }
    })
    if (!part) return false
    publish({ sims: part.sims.map(({ id }) => id), groups: groupIds, tasks: [taskId] })
    return !part.isLast
  }

  return {
    needs: 'GROUP_DELETE',
    reasons: {},
    async run({ task, recheck, giveWay, stopped }) {
      const { groupIds } = task.params as DeletionParams
      while (await runPart(task.id, groupIds)) {
        await recheck()
        if (stopped()) return
        await giveWay()
      }
    },
  }
}
