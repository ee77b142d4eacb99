import type { Platform } from '../platform/platform.ts'
import { groupRoutes } from './routes.ts'
import { groupTopics } from './topics.ts'
import './tables.ts'

/** Groups of SIMs. The calls that count or change their SIMs are in `sims/groups/`. */
export function groupsFeature({ db, publish }: Platform) {
  return { routes: groupRoutes({ db, publish }), topics: groupTopics }
}
