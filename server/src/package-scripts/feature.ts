import type { Platform } from '../platform/platform.ts'
import { packageScriptRoutes } from './routes.ts'
import './tables.ts'

/** Scripts of packages: data for their applets, and commands for the files of a card. */
export function packageScriptsFeature({ db, masterKey }: Platform) {
  return { routes: packageScriptRoutes({ db, masterKey }) }
}
