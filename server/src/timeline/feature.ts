import type { Platform } from '../platform/platform.ts'
import { timelineRoutes } from './routes.ts'
import './tables.ts'

/** The timeline of a SIM, from the records of the other features. */
export function timelineFeature({ db }: Platform) {
  return { routes: timelineRoutes({ db }) }
}
