import type { Platform } from '../platform/platform.ts'
import { groupRoutes } from './routes.ts'
import './tables.ts'

/** Groups of SIMs. */
export function groupsFeature({ db, publish }: Platform) {
  return { routes: groupRoutes({ db, publish }) }
}
