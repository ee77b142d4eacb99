import type { OtaPackage, PackageKey } from '@simdeck/contract/packages.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import { shownPackage, type Storing } from '../packages.ts'
import { removePackage, usesOfPackage } from './delete-package.ts'
import { changePackage, duplicate } from './edit-package.ts'

type Calls = 'updatePackage' | 'duplicatePackage' | 'getPackageUses' | 'deletePackage'

export function packageEditRoutes({ db, sealer, publish }: Storing & { publish: Publish }): Handlers<Calls> {
  async function changed(key: PackageKey): Promise<OtaPackage> {
    const shown = await shownPackage(db, key)
    publish({ packages: [shown.id] })
    return shown
  }

  return {
    async updatePackage({ params: key, body: change, language, audit }) {
      return changed(await changePackage(db, { key, change, language, audit }))
    },

    async duplicatePackage(call) {
      const { newLabel, ...key } = call.body
      return changed(await duplicate({ db, sealer }, { key, newLabel, createdBy: signedIn(call).memberId, audit: call.audit }))
    },

    getPackageUses: ({ params }) => usesOfPackage(db, params),

    async deletePackage({ params, audit }) {
      publish({ packages: [await removePackage(db, params, audit)] })
    },
  }
}
