import type { Platform } from '../platform/platform.ts'
import { packageRoutes } from './routes.ts'
import './tables.ts'

/** OTA packages and managed AIDs. */
export function packagesFeature({ db }: Platform) {
  return { routes: packageRoutes({ db }) }
}
