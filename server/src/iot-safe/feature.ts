import type { StartByRule } from '../campaigns/targets/start-by-rule.ts'
import type { StartForSims } from '../campaigns/targets/start-for-sims.ts'
import type { Platform } from '../platform/platform.ts'
import { QuestionQueue } from '../sims/fleet-index/question-queue.ts'
import { startRoutes } from './start-routes.ts'
import { fileStartRoutes } from './file-routes.ts'
import { certificateRenewals } from './renewals/rule.ts'
import { renewalRoutes } from './renewals/routes.ts'
import { iotSafeRoutes } from './routes.ts'

/** Limits of the calls that read every certificate that is due for renewal. */
const renewalLimits = { atOnce: 2, perAsker: 1, waitingPerAsker: 8 }

/** The IoT SAFE applets of SIMs, with the objects that their cards listed last, and the campaigns that change them. */
export function iotSafeFeature(
  { db, config }: Platform,
  { campaigns }: { campaigns: { startForSims: StartForSims; startByRule: StartByRule } },
) {
  const turns = new QuestionQueue(renewalLimits)
  const starting = { db, start: campaigns.startForSims }
  return {
    routes: { ...iotSafeRoutes({ db }), ...startRoutes(starting), ...fileStartRoutes(starting), ...renewalRoutes({ db, turns }) },
    jobs: config.FEATURES.includes('iot-safe') ? [certificateRenewals({ db, start: campaigns.startByRule })] : [],
  }
}
