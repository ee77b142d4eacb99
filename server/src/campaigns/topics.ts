import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Topic } from '../platform/events/topic.ts'
import { campaignsByIds } from './campaigns.ts'
import { otaLogsByIds } from './ota-logs.ts'
import { simsOfJobs } from './ota-log-queries.ts'

/** The topics of campaigns and of their OTAs. */
export const campaignTopics: readonly Topic[] = [
  // Counting a campaign of a million SIMs takes a second, so the pause until the next count is ten times as long as the count.
  {
    name: 'campaigns',
    everyMs: 1_000,
    pauseFactor: 10,
    watched: 'campaigns',
    sendsRecent: true,
    rereadAfterGap: 'open',
    async load(db, ids) {
      const campaigns = await campaignsByIds(db, ids)
      return campaigns.map((campaign) => ({
        id: campaign.id,
        event: { event: 'CAMPAIGN_UPDATED', campaign },
        isOpen: openCampaignStates.includes(campaign.state),
      }))
    },
  },
  // OTAs whose status or progress changed, for sockets that watch their SIMs.
  {
    name: 'jobs',
    everyMs: 250,
    watched: 'sims',
    async subjectsOf(db, ids) {
      return new Map((await simsOfJobs(db, ids)).map(({ id, sim_id: simId }) => [id, simId]))
    },
    async load(db, ids) {
      return (await otaLogsByIds(db, ids)).map((log) => ({ id: log.otaLog.id, event: { event: 'OTA_LOG', ...log } }))
    },
  },
]
