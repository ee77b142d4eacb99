import type { CountedTag } from '@simdeck/contract/sim-tags.ts'
import { maxTags } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Audit, type Caller, type Handlers, signedIn } from '../../platform/http/handler.ts'
import { taskById } from '../../tasks/task-shape.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { askerOf } from '../list/asker.ts'
import { bySql } from '../list/by-sql.ts'
import { labelsByKey } from '../tags/tags.ts'
import { changeTagEverywhere } from './change.ts'
import type { TagFilters } from './tag-filters.ts'

type Dependencies = { db: Db; publish: Publish; tasks: Tasks; index: FleetIndex; tagFilters: TagFilters }

/** Handles the calls that count the SIMs of all tags, and change a tag on all SIMs. */
export function everywhereRoutes(platform: Dependencies): Handlers<'countSimTags' | 'renameTag' | 'deleteTag'> {
  const { db, index, tagFilters } = platform

  async function change(wanted: { tag: string; to: string | null }, call: { audit: Audit; caller: Caller | null; gone: AbortSignal }) {
    const id = await changeTagEverywhere(platform, wanted, { audit: call.audit, creator: signedIn(call), asker: askerOf(call) })
    return { task: id === null ? null : await taskById(db, id) }
  }

  return {
    countSimTags: async (call) => tagCounts(db, index, { uses: await tagFilters.uses(db), asker: askerOf(call) }),
    renameTag: (call) => change(call.body, call),
    deleteTag: (call) => change({ tag: call.body.tag, to: null }, call),
  }
}

type Uses = Awaited<ReturnType<TagFilters['uses']>>

/** All tags in the order of their keys, with the numbers of their SIMs, which the index counts, and of the stored filters that name them. */
async function tagCounts(db: Db, index: FleetIndex, { uses, asker }: { uses: Uses; asker: Asker }): Promise<CountedTag[]> {
  const most = maxTags + 1
  const found = (await index.values({ filter: {}, of: 'tags', max: most }, asker)) ?? (await bySql.values(db, {}, 'tags', most))
  const counts = new Map(found.map(({ value, count }) => [value, count]))
  return [...(await labelsByKey(db))].map(([key, tag]) => ({ tag, sims: counts.get(key) ?? 0, ...uses(key) }))
}
