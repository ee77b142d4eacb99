import type { Platform } from '../platform/platform.ts'
import { packageEditRoutes } from './edit/routes.ts'
import { managedAidRoutes } from './managed/routes.ts'
import { sealStoredFiles } from './package-files.ts'
import { packageRoutes } from './routes.ts'
import { packageTopics } from './topics.ts'
import './tables.ts'

/** OTA packages and managed AIDs. */
export function packagesFeature({ db, sealer, publish }: Platform) {
  const routes = {
    ...packageRoutes({ db, sealer, publish }),
    ...packageEditRoutes({ db, sealer, publish }),
    ...managedAidRoutes({ db, publish }),
  }
  return { routes, topics: packageTopics, prepare: () => sealStoredFiles(db, sealer) }
}
