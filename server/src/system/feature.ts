import type { AccessFeature } from '../access/feature.ts'
import type { Platform } from '../platform/platform.ts'
import { systemRoutes } from './routes.ts'

/** The start data of the console, and the health of the installation. */
export function systemFeature({ db, config, jobReports }: Platform, { access }: { access: AccessFeature }) {
  return { routes: systemRoutes({ db, config, jobReports, signUpOpen: access.signUpOpen }) }
}
