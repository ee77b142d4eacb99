import { maxTags, tagKey, tagLabel } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import { countTags, deleteUnusedTags, insertTags, type KeyChange, lockAllTags, lockTags, selectTags, writeTags } from './queries.ts'
import { newTags } from './new-tags.ts'

/** Tags to add to SIMs and tags to remove, as a member typed them. */
export type TagChange = { add: readonly string[]; remove: readonly string[] }

export const keysOf = ({ add, remove }: TagChange): KeyChange => ({ add: add.map(tagKey), remove: remove.map(tagKey) })

const longestTitle = 200

/** The change as the title of a task: `+VIP −試験中`; a long one is cut. */
export function titleOf({ add, remove }: TagChange): string {
  const title = [...add.map((text) => `+${tagLabel(text)}`), ...remove.map((text) => `−${tagLabel(text)}`)].join(' ')
  return title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title
}

/**
 * Adds the tags that do not exist yet, and locks all of them until the transaction ends. A tag that exists keeps its text. Call it before a
 * SIM is locked. Returns false if there would be too many tags.
 */
export async function keepTags(trx: Db, texts: readonly string[]): Promise<boolean> {
  const tags = newTags(texts)
  if (tags.length === 0) return true
  const keys = tags.map(({ key }) => key)
  const known = await lockTags(trx, keys)
  if (known.length === keys.length) return true
  await lockAllTags(trx)
  await insertTags(trx, tags)
  await lockTags(trx, keys)
  if ((await countTags(trx)) <= maxTags) return true
  await deleteUnusedTags(trx, { minutes: 0, kept: keys })
  return (await countTags(trx)) <= maxTags
}

/** The texts of all tags by their keys, in the order of the keys. */
export const labelsByKey = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await selectTags(db)).map(({ key, label }) => [key, label]))

/** Changes the tags of locked SIMs. The ids of SIMs that would have too many tags are returned; they stay as they are. */
export const changeTags = (trx: Db, ids: readonly number[], change: TagChange): Promise<number[]> => writeTags(trx, ids, keysOf(change))

/** The age from which the sweep deletes an unused tag: a bulk change adds its tags before it begins. */
const unusedMinutes = 60

/** Deletes the tags that no SIM has any more. */
export const sweepTags = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAllTags(trx)
    await deleteUnusedTags(trx, { minutes: unusedMinutes, kept: [] })
  })
