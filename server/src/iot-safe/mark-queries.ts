import type { Db } from '../platform/db/database.ts'

/** Marks a certificate for deletion; false while an OTA works on it. */
export async function markForDeletion(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sim_certificates')
    .set({ management_status: 'NeedDelete', updated_at: new Date() })
    .where('id', '=', id)
    .where('is_open', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
