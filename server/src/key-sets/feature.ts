import type { Platform } from '../platform/platform.ts'
import { keySetRoutes } from './routes.ts'
import './tables.ts'

/** The keys of SIMs: their security domains, key sets and rotations. */
export function keySetsFeature({ db, sealer, publish }: Platform) {
  return { routes: keySetRoutes({ db, sealer, publish }) }
}
