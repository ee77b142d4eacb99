import { ApiError } from '@simdeck/contract/errors.ts'
import { tagKey, tagLabel } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Audit, Caller } from '../../platform/http/handler.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { countOf } from '../list/count-many.ts'
import { keepTags } from '../tags/tags.ts'
import { lockTagLabel, writeLabel } from './queries.ts'
import type { EverywhereParams } from './run.ts'
import type { TagFilters } from './tag-filters.ts'

/**
 * Renames a tag on all SIMs, or removes it from them if `to` is null, by a task; returns its id, or null if no SIM changes. Another spelling of
 * the same tag is only written into the tag. Stored filters follow a new name; those of a tag that is removed stay. Throws `ApiError`: `tagNotFound`, `tagLimit`.
 */
export async function changeTagEverywhere(
  { db, publish, tasks, index, tagFilters }: { db: Db; publish: Publish; tasks: Tasks; index: FleetIndex; tagFilters: TagFilters },
  { tag, to }: { tag: string; to: string | null },
  { audit, creator, asker }: { audit: Audit; creator: Caller; asker: Asker },
): Promise<number | null> {
  const key = tagKey(tag)
  const { count: total } = await countOf(db, index, { tags: [key] }, asker)
  const task = await db.transaction().execute(async (trx) => {
    if (to !== null && tagKey(to) !== key && !(await keepTags(trx, [to]))) throw new ApiError('tagLimit')
    const label = await lockTagLabel(trx, key)
    if (label === undefined) throw new ApiError('tagNotFound')
    await audit(trx, undefined, { name: label, sims: total })
    if (to !== null && tagKey(to) === key) {
      await writeLabel(trx, { key, label: tagLabel(to) })
      await tagFilters.replace(trx, tag, to)
      return null
    }
    if (to !== null) await tagFilters.include(trx, tag, to)
    const title = to === null ? `−${label}` : `${label} → ${tagLabel(to)}`
    const params: EverywhereParams = { everywhere: label, to }
    return tasks.enqueue(trx, { kind: 'simTags', title, params, total, creator })
  })
  if (task !== null) publish({ tasks: [task] })
  return task
}
