import type { Platform } from '../platform/platform.ts'
import { iotSafeRoutes } from './routes.ts'

/** The IoT SAFE applets of SIMs, with the objects that their cards listed last. */
export function iotSafeFeature({ db }: Platform) {
  return { routes: iotSafeRoutes({ db }) }
}
