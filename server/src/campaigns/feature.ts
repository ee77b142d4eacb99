import type { Platform } from '../platform/platform.ts'
import { campaignRoutes } from './routes.ts'
import { campaignTopic, otaJobTopic } from './topics.ts'
import './tables.ts'

/** Bulk OTAs: their targets, their progress and their results. */
export function campaignsFeature({ db, publish, masterKey }: Platform) {
  return { routes: campaignRoutes({ db, publish, masterKey }), topics: [campaignTopic, otaJobTopic] }
}
