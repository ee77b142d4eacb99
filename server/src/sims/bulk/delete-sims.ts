import type { Db } from '../../platform/db/database.ts'
import { removeSims, withOpenOta } from './queries.ts'

/** Deletes those of the SIMs, whose rows the caller has locked, that have no OTA to end; answers the others. */
export async function deleteFreeSims(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const open = await withOpenOta(trx, ids)
  const free = ids.filter((id) => !open.has(id))
  if (free.length > 0) await removeSims(trx, free)
  return open
}
