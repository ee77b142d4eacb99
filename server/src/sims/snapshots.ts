import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../db/database.ts'
import { deleteOldSnapshots, insertSnapshot, type Snapshot } from './queries.ts'

/** Freezes the list of SIMs that match now. Throws `ApiError('noTargetSims')` when there is none. */
export async function freezeSims(
  db: Db,
  which: { filter: SimFilter } | { simIds: readonly number[] },
  createdBy: number | null,
): Promise<Snapshot> {
  return db.transaction().execute(async (transaction) => {
    const snapshot = await insertSnapshot(transaction, which, createdBy)
    if (snapshot.total === 0) throw new ApiError('noTargetSims')
    return snapshot
  })
}

/** Forgets the snapshots that are older than a week. */
export function sweepSnapshots(db: Db): Promise<void> {
  return deleteOldSnapshots(db)
}
