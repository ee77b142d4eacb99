import { sortOf } from '@simdeck/contract/list.ts'
import type { OtaPackage, uploadPackage } from '@simdeck/contract/packages.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Call, type Handlers, signedIn, uploaded } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { packageShape } from './package-shape.ts'
import { capFactsOf, shownPackage, storePackage, type Storing } from './packages.ts'
import { countPackages, searchPackages, selectPackagePage } from './queries.ts'

type Calls = 'listPackages' | 'searchPackages' | 'getPackage' | 'uploadPackage' | 'uploadPackageOfAid' | 'getTargetPackageAid'

export function packageRoutes({ db, sealer, publish }: Storing & { publish: Publish }): Handlers<Calls> {
  async function upload(call: Call<typeof uploadPackage>, packageAid?: string): Promise<OtaPackage> {
    const { bytes } = uploaded(call)
    const { label } = call.body
    const key = await storePackage({ db, sealer }, { bytes, packageAid, label, createdBy: signedIn(call).memberId, audit: call.audit })
    const stored = await shownPackage(db, key)
    publish({ packages: [stored.id] })
    return stored
  }

  return {
    async listPackages({ query }) {
      const [totalItems, rows] = await Promise.all([
        countPackages(db, query),
        selectPackagePage(db, { filter: query, sort: sortOf(query.sort), ...windowOf(query) }),
      ])
      return pageOf(rows.map(packageShape), query, totalItems)
    },

    async searchPackages({ query }) {
      return searchPackages(db, query.q, query.take)
    },

    getPackage: ({ params }) => shownPackage(db, params),

    uploadPackage: (call) => upload(call),

    uploadPackageOfAid: (call) => upload({ ...call, params: undefined }, call.params.packageAID),

    getTargetPackageAid: (call) => capFactsOf(db, uploaded(call).bytes),
  }
}
