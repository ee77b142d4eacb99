import { ApiError } from '@simdeck/contract/errors.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'

/** Throws `ApiError('startInPast' | 'endBeforeStart' | 'groupNotFound')`. */
export async function checkRollout(db: Db, { startAt, endAt, firstGroup }: Rollout): Promise<void> {
  const start = startAt === null ? Date.now() : Date.parse(startAt)
  if (start < Date.now() && startAt !== null) throw new ApiError('startInPast')
  if (endAt !== null && Date.parse(endAt) <= start) throw new ApiError('endBeforeStart')
  await checkGroup(db, { firstGroup })
}

/** Throws `ApiError('groupNotFound')` if the group whose SIMs come first does not exist. */
export async function checkGroup(db: Db, { firstGroup }: Pick<Rollout, 'firstGroup'>): Promise<void> {
  if (firstGroup === null) return
  const group = await db.selectFrom('groups').select('id').where('id', '=', firstGroup).executeTakeFirst()
  if (!group) throw new ApiError('groupNotFound')
}
