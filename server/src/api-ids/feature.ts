import type { AuthFeature } from '../auth/feature.ts'
import type { Platform } from '../platform/platform.ts'
import { findApiCaller } from './api-caller.ts'
import { apiIdRoutes } from './routes.ts'
import { tokenRoute } from './token-route.ts'
import './tables.ts'

/** API IDs: names and secrets of programs. */
export function apiIdsFeature({ db }: Platform, { auth }: { auth: AuthFeature }) {
  return {
    routes: { ...apiIdRoutes({ db }), ...tokenRoute({ db, attemptLimiter: auth.attemptLimiter, tokens: auth.tokens }) },
    /** The program with that API ID; null if the API ID was deleted. */
    findApiCaller: (credentialId: number) => findApiCaller(db, credentialId),
  }
}
