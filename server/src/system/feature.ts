import type { AccessFeature } from '../access/feature.ts'
import type { Platform } from '../platform/platform.ts'
import { systemRoutes } from './routes.ts'

/** What the console starts with, and how the installation is. */
export function systemFeature({ db, config, jobReports }: Platform, { access }: { access: AccessFeature }) {
  return { routes: systemRoutes({ db, config, jobReports, signUpOpen: access.signUpOpen }) }
}
