import { tagKey } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type TaskRun, TaskFailure } from '../../tasks/task-handler.ts'
import { endUncountedPart } from '../sql/end-part.ts'
import { changeTags, keepTags } from '../tags/tags.ts'
import { deleteIfUnused, lockSimsWithTag, lockTask } from './queries.ts'
import type { TagFilters } from './tag-filters.ts'

/** A tag that every SIM loses, and the one that it gets instead; null for none. */
export type EverywhereParams = { everywhere: string; to: string | null }

export const isEverywhere = (params: object): params is EverywhereParams => 'everywhere' in params

const simsInPart = 1_000

/**
 * Runs the task part by part in the order of the SIMs, with a result for each, and then deletes the tag. It goes through the SIMs once, so that
 * it ends even if another task gives them the tag again; the tag then stays, also in the stored filters.
 */
export async function runEverywhere(
  { db, publish, tagFilters }: { db: Db; publish: Publish; tagFilters: TagFilters },
  { task, recheck, stopped }: TaskRun,
): Promise<void> {
  const { everywhere, to } = task.params as EverywhereParams
  const key = tagKey(everywhere)
  const change = { add: to === null ? [] : [to], remove: [everywhere] }
  for (let after = 0; ;) {
    const from = after
    const sims = await db.transaction().execute(async (trx) => {
      await lockTask(trx, task.id)
      if (!(await keepTags(trx, change.add))) throw new TaskFailure('tagLimit')
      const locked = await lockSimsWithTag(trx, key, { after: from, most: simsInPart })
      const ids = locked.map(({ id }) => id)
      await changeTags(trx, ids, change)
      return (await endUncountedPart(trx, task.id, locked)) ? ids : null
    })
    if (!sims) return
    publish({ sims, tasks: [task.id] })
    if (sims.length < simsInPart) break
    after = sims.at(-1)!
    await recheck()
    if (stopped()) return
  }
  await db.transaction().execute(async (trx) => {
    if ((await deleteIfUnused(trx, key)) && to !== null) await tagFilters.replace(trx, everywhere, to)
  })
}
