import { ApiError } from '@simdeck/contract/errors.ts'
import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { labelManagedAid, makeManagedAid, removeManagedAids, shownManagedAids } from './managed-aids.ts'

type Calls = 'listManagedPackageAids' | 'createManagedPackageAid' | 'updateManagedPackageAid' | 'deleteManagedPackageAids'

export function managedAidRoutes({ db, publish }: { db: Db; publish: Publish }): Handlers<Calls> {
  async function changed(id: number): Promise<ManagedPackageAid> {
    publish({ packages: [id] })
    const found = (await shownManagedAids(db)).find((one) => one.id === id)
    if (!found) throw new ApiError('managedAidNotFound')
    return found
  }

  return {
    listManagedPackageAids: () => shownManagedAids(db),

    async createManagedPackageAid({ body, audit }) {
      return changed(await makeManagedAid(db, { ...body, audit }))
    },

    async updateManagedPackageAid({ params: { id }, body, audit }) {
      await labelManagedAid(db, { id, ...body, audit })
      return changed(id)
    },

    async deleteManagedPackageAids({ body: { ids, packages }, audit }) {
      await removeManagedAids(db, { ids, confirmed: packages, audit })
      publish({ packages: ids })
    },
  }
}
