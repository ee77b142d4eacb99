import { sql } from 'kysely'
import { openCampaignStates } from '@simdeck/contract/ota.ts'

/** Literals, so that PostgreSQL can use the index of open campaigns. */
const openStates = sql.join(openCampaignStates.map((state) => sql.lit(state)))

/** Ids of the open campaigns that limit their sessions. */
export const limitedCampaigns = sql`select id from campaigns where state in (${openStates})
  and coalesce(rollout ->> 'maxAtOnce', rollout ->> 'maxPerCell') is not null`
