import type { Platform } from '../platform/platform.ts'
import { cellRoutes } from './routes.ts'
import './tables.ts'

/** Base stations: where SIMs polled from. */
export function cellsFeature({ db }: Platform) {
  return { routes: cellRoutes({ db }) }
}
