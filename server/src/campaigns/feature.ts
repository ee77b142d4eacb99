import type { Platform } from '../platform/platform.ts'
import { campaignProjection } from './project-campaigns.ts'
import { figuresJob } from './outcomes/figures-job.ts'
import { diagnosisJob } from './report/diagnosis.ts'
import { campaignReportRoutes } from './report/routes.ts'
import { campaignRoutes } from './routes.ts'
import { rolloutJob } from './rollout/advance.ts'
import { campaignTopics } from './topics.ts'
import './tables.ts'

/** Bulk OTAs: their targets, their progress and their results. */
export function campaignsFeature({ db, publish, masterKey, feed }: Platform) {
  return {
    routes: { ...campaignRoutes({ db, publish, masterKey }), ...campaignReportRoutes({ db }) },
    jobs: [rolloutJob({ db, publish }), figuresJob({ db, publish, feed }), diagnosisJob({ db })],
    queues: [campaignProjection({ db, publish })],
    topics: campaignTopics,
  }
}
