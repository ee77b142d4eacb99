import type { Db } from '../../platform/db/database.ts'
import { removeSims, withOpenOta } from './queries.ts'

/** Deletes those of the SIMs that have no open OTA, and returns the others. The caller has locked their rows. */
export async function deleteFreeSims(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const open = await withOpenOta(trx, ids)
  const free = ids.filter((id) => !open.has(id))
  if (free.length > 0) await removeSims(trx, free)
  return open
}
