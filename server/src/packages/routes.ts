import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { OtaPackage, PackageKey } from '@simdeck/contract/packages.ts'
import type { Db } from '../platform/db/database.ts'
import { type Handlers, signedIn, uploaded } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { packageShape } from './package-shape.ts'
import { capFactsOf, storePackage } from './packages.ts'
import { countPackages, selectManagedAids, selectPackage, selectPackagePage } from './queries.ts'

export function packageRoutes({
  db,
}: {
  db: Db
}): Handlers<'listPackages' | 'getPackage' | 'uploadPackage' | 'getTargetPackageAid' | 'listManagedPackageAids'> {
  async function packageOf(key: PackageKey): Promise<OtaPackage> {
    const row = await selectPackage(db, key)
    if (!row) throw new ApiError('packageNotFound')
    return packageShape(row)
  }

  return {
    async listPackages({ query }) {
      const [totalItems, rows] = await Promise.all([
        countPackages(db, query),
        selectPackagePage(db, { filter: query, sort: sortOf(query.sort), ...windowOf(query) }),
      ])
      return pageOf(rows.map(packageShape), query, totalItems)
    },

    getPackage: ({ params }) => packageOf(params),

    async uploadPackage(call) {
      const { bytes } = uploaded(call)
      const { label } = call.body
      return packageOf(await storePackage(db, { bytes, label, createdBy: signedIn(call).memberId, audit: call.audit }))
    },

    getTargetPackageAid: (call) => capFactsOf(db, uploaded(call).bytes),

    async listManagedPackageAids() {
      const rows = await selectManagedAids(db)
      return rows.map((row) => ({ id: row.id, packageAID: row.package_aid, label: row.label, type: row.type, packages: row.packages }))
    },
  }
}
