import { ApiError } from '@simdeck/contract/errors.ts'
import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { removeUnused } from '../edit/delete-package.ts'
import { selectManagedAids } from '../queries.ts'
import { addManagedAid, deleteManagedAids, lockManagedAids, lockPackagesOf, writeLabel } from './queries.ts'

/** The managed AIDs as the API shows them, the fixed types first in their usual order. */
export async function shownManagedAids(db: Db): Promise<ManagedPackageAid[]> {
  const rows = await selectManagedAids(db)
  return rows.map(({ id, package_aid: packageAID, label, type, packages }) => ({ id, packageAID, label, type, packages }))
}

/** Adds an AID without packages, and returns its id. Throws `ApiError('managedAidExists')`. */
export async function makeManagedAid(
  db: Db,
  { packageAID, label, audit }: { packageAID: string; label: string; audit: Audit },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const id = await addManagedAid(trx, { packageAID, label, type: packageTypeOf(packageAID) })
    if (id === undefined) throw new ApiError('managedAidExists')
    await audit(trx)
    return id
  })
}

/** Throws `ApiError('managedAidNotFound')`. */
export async function labelManagedAid(db: Db, { id, label, audit }: { id: number; label: string; audit: Audit }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await writeLabel(trx, id, label))) throw new ApiError('managedAidNotFound')
    await audit(trx)
  })
}

/**
 * Deletes the AIDs with their packages, all or none. `confirmed` is the number of packages that the caller agreed to lose. Throws
 * `ApiError('managedAidNotFound' | 'pollerAidStays' | 'managedAidNotEmpty' | 'packageInUse')`.
 */
export async function removeManagedAids(
  db: Db,
  { ids, confirmed, audit }: { ids: readonly number[]; confirmed: number; audit: Audit },
): Promise<void> {
  const wanted = [...new Set(ids)]
  await db.transaction().execute(async (trx) => {
    const found = await lockManagedAids(trx, wanted)
    if (found.length < wanted.length) throw new ApiError('managedAidNotFound')
    if (found.some(({ type }) => type === 'Poller')) throw new ApiError('pollerAidStays')
    const aids = found.map((one) => one.package_aid)
    const packageIds = await lockPackagesOf(trx, aids)
    if (packageIds.length !== confirmed) throw new ApiError('managedAidNotEmpty', { detail: countOf(packageIds.length) })
    for (const id of packageIds) await removeUnused(trx, id)
    await deleteManagedAids(trx, wanted)
    await audit(trx)
  })
}

const countOf = (packages: number) => ({ ja: `パッケージ：${packages}件`, en: `packages: ${packages}` })
