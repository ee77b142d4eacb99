import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../platform/db/database.ts'
import { deleteOldSnapshots, insertSnapshot, keepNewestSnapshots, type Snapshot } from './queries.ts'
import { snapshotOfSelection, type Targets } from './selections/selections.ts'

/**
 * Freezes the list of SIMs that match now, or that are left of a selection. Throws `ApiError('noTargetSims')` when there is none,
 * and `ApiError('selectionNotFound')`.
 */
export async function freezeTargets(db: Db, which: Targets, createdBy: number | null): Promise<Snapshot> {
  if ('selectionId' in which) return snapshotOfSelection(db, which.selectionId, createdBy)
  return db.transaction().execute(async (transaction) => {
    const snapshot = await insertSnapshot(transaction, which, createdBy)
    if (snapshot.total === 0) throw new ApiError('noTargetSims')
    await keepNewestSnapshots(transaction, createdBy)
    return snapshot
  })
}

/** Forgets older snapshots of the creator where they are too many; for whoever has just made one. */
export function boundSnapshots(trx: Db, createdBy: number | null): Promise<void> {
  return keepNewestSnapshots(trx, createdBy)
}

/** Forgets the snapshots that are older than a week. */
export function sweepSnapshots(db: Db): Promise<void> {
  return deleteOldSnapshots(db)
}
