import { ApiError } from '@simdeck/contract/errors.ts'
import type { Group, ListedGroup } from '@simdeck/contract/groups.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import type { Audit } from '../platform/http/handler.ts'
import {
  countGroups,
  figureNames,
  type FigureName,
  type GroupContent,
  type GroupFigures,
  type GroupFilter,
  type GroupRow,
  lockGroupName,
  lockGroups,
  removeGroups,
  selectGroup,
  selectGroupName,
  selectGroupPage,
  writeGroup,
} from './queries.ts'

export { figureNames, type FigureName, type GroupFigures }

/** A group without the number of its SIMs, which nouns above count. */
export type UncountedGroup = Omit<Group, 'size'>

function groupShape({ created_at, ...row }: GroupRow): UncountedGroup {
  return { ...row, created: created_at.toISOString() }
}

/** A page of the groups that match, with the given figures, and the number of groups that match. */
export async function groupPage(
  db: Db,
  filter: GroupFilter,
  figures: GroupFigures,
  page: Parameters<typeof selectGroupPage>[3],
): Promise<{ rows: ListedGroup[]; total: number }> {
  const [total, rows] = await Promise.all([countGroups(db, filter), selectGroupPage(db, filter, figures, page)])
  return { rows: rows.map(({ created_at, ...row }) => ({ ...row, created: created_at.toISOString() })), total }
}

/** Throws `ApiError('groupNotFound')`. */
export async function groupById(db: Db, id: number): Promise<UncountedGroup> {
  const row = await selectGroup(db, id)
  if (!row) throw new ApiError('groupNotFound')
  return groupShape(row)
}

/** Throws `ApiError`: `groupNotFound`, or `groupExists` for the name of another group. */
export async function saveGroup(db: Db, id: number, content: GroupContent, audit: Audit): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      const [group] = await lockGroups(trx, [id])
      if (!group) throw new ApiError('groupNotFound')
      await writeGroup(trx, id, content)
      await audit(trx, undefined, { name: group.name, changes: changesBetween(group, content) })
    })
    .catch(throwNameTaken)
}

export const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('groupExists') : error
}

/** Locks a group until the transaction ends, and returns its name. Throws `ApiError('groupNotFound')`. */
export async function nameOfLockedGroup(trx: Db, id: number): Promise<string> {
  const name = await lockGroupName(trx, id)
  if (name === undefined) throw new ApiError('groupNotFound')
  return name
}

/** The name of a group; null if there is none. */
export const nameOfGroup = (db: Db, id: number): Promise<string | null> => selectGroupName(db, id)

/** Locks the groups until the transaction ends, in the order of their ids; returns those that exist. */
export const lockedGroups = (trx: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> => lockGroups(trx, ids)

/** Deletes groups and returns the ids of their SIMs, which then have no group. The caller has locked the groups. */
export const removeLockedGroups = (trx: Db, ids: readonly number[]): Promise<number[]> => removeGroups(trx, ids)
