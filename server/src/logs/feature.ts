import type { Platform } from '../platform/platform.ts'
import { logRoutes } from './routes.ts'
import { securityLogRoutes } from './security-routes.ts'
import { systemLogRoutes } from './system-routes.ts'
import './tables.ts'

/** Routes that read the logs. */
export function logsFeature({ db, securityLog }: Platform) {
  return { routes: { ...logRoutes({ db }), ...systemLogRoutes({ db }), ...securityLogRoutes({ db, securityLog }) } }
}
