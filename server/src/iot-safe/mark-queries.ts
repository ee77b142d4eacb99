import type { ManagementStatus } from '@simdeck/contract/sim-certificates.ts'
import type { Db } from '../platform/db/database.ts'

/** Marks a certificate; false while an OTA works on it. */
export async function markUnlessOpen(db: Db, id: number, mark: ManagementStatus | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sim_certificates')
    .set({ management_status: mark, updated_at: new Date() })
    .where('id', '=', id)
    .where('is_open', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
