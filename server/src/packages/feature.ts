import type { Platform } from '../platform/platform.ts'
import { packageRoutes } from './routes.ts'

/** OTA packages: CAP files and what the console knows of them. */
export function packagesFeature({ db }: Platform) {
  return { routes: packageRoutes({ db }) }
}
