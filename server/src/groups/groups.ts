import { ApiError } from '@simdeck/contract/errors.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import type { Db } from '../platform/db/database.ts'
import { type GroupRow, lockGroupName, selectGroup, selectGroupName } from './queries.ts'

export function groupShape({ created_at, ...row }: GroupRow): Group {
  return { ...row, created: created_at.toISOString() }
}

/** Throws `ApiError('groupNotFound')`. */
export async function groupById(db: Db, id: number): Promise<Group> {
  const row = await selectGroup(db, id)
  if (!row) throw new ApiError('groupNotFound')
  return groupShape(row)
}

/** Locks a group until the transaction ends, and returns its name. Throws `ApiError('groupNotFound')`. */
export async function nameOfLockedGroup(trx: Db, id: number): Promise<string> {
  const name = await lockGroupName(trx, id)
  if (name === undefined) throw new ApiError('groupNotFound')
  return name
}

/** The name of a group; null if there is none. */
export const nameOfGroup = (db: Db, id: number): Promise<string | null> => selectGroupName(db, id)
