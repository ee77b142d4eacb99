import type { PackageType } from '@simdeck/contract/packages.ts'
import type { Db } from '../../platform/db/database.ts'

/** False if the AID is managed already. */
export async function addManagedAid(trx: Db, aid: { packageAID: string; label: string; type: PackageType }): Promise<number | undefined> {
  const row = await trx
    .insertInto('managed_package_aids')
    .values({ package_aid: aid.packageAID, label: aid.label, type: aid.type })
    .onConflict((conflict) => conflict.column('package_aid').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False if there is no such AID. */
export async function writeLabel(trx: Db, id: number, label: string): Promise<boolean> {
  const result = await trx.updateTable('managed_package_aids').set({ label }).where('id', '=', id).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Locks the AIDs, so that no upload adds a package of them until the transaction ends. */
export async function lockManagedAids(trx: Db, ids: readonly number[]) {
  return trx
    .selectFrom('managed_package_aids')
    .select(['id', 'package_aid', 'type'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks the packages of the AIDs, so that no campaign of them starts until the transaction ends; returns their ids. */
export async function lockPackagesOf(trx: Db, aids: readonly string[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('packages')
    .select('id')
    .where('package_aid', 'in', aids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteManagedAids(trx: Db, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('managed_package_aids').where('id', 'in', ids).execute()
}
