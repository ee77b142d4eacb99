import type { Db } from '../../platform/db/database.ts'
import { keepSnapshot } from './keep-snapshot.ts'
import { deleteOldSnapshots, insertSnapshot, type Snapshot } from '../queries.ts'
import { snapshotOfSelection, type Targets } from './selections.ts'

/**
 * Stores the list of SIMs that match now, or that still exist of a selection, as a snapshot. Throws `ApiError('noTargetSims')` if it is
 * empty, and `ApiError('selectionNotFound')`.
 */
export async function freezeTargets(db: Db, which: Targets, createdBy: number | null): Promise<Snapshot> {
  if ('selectionId' in which) return snapshotOfSelection(db, which.selectionId, createdBy)
  return db.transaction().execute(async (trx) => keepSnapshot(trx, await insertSnapshot(trx, which, createdBy), createdBy))
}

/** Deletes snapshots older than a week. */
export function sweepSnapshots(db: Db): Promise<void> {
  return deleteOldSnapshots(db)
}
