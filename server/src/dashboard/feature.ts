import { roleIds } from '@simdeck/contract/permissions.ts'
import type { MailFeature } from '../mail/feature.ts'
import type { Platform } from '../platform/platform.ts'
import type { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import { gatherJob } from './gather.ts'
import { dashboardRoutes } from './routes.ts'
import { dashboardTopics } from './topics.ts'
import './tables.ts'

/** The overview: figures by the minute, and what needs attention. */
export function dashboardFeature(
  { db, config, publish }: Platform,
  { mail, sims: { index } }: { mail: MailFeature; sims: { index: FleetIndex } },
) {
  const sources = {
    db,
    hasCampaigns: config.FEATURES.includes('ota'),
    hasMailServer: () => mail.canMail(db, roleIds.MEMBER),
  }
  return { ...dashboardRoutes({ ...sources, publish }), topics: dashboardTopics, jobs: [gatherJob({ db, index, publish })] }
}
