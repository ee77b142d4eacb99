import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepNewestSnapshots } from '../queries.ts'

/** Keeps a new snapshot and deletes the oldest ones of its creator beyond the limit. Throws `ApiError('noTargetSims')` if it is empty. */
export async function keepSnapshot<T extends { total: number }>(trx: Db, snapshot: T, createdBy: number | null): Promise<T> {
  if (snapshot.total === 0) throw new ApiError('noTargetSims')
  await keepNewestSnapshots(trx, createdBy)
  return snapshot
}
