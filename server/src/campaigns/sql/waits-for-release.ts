import { sql, type SqlBool } from 'kysely'

/** Condition for running campaigns whose next wave waits until a member releases it. */
export const waitsForRelease = sql<SqlBool>`(campaigns.state = 'running' and exists (select from campaign_waves w
  where w.campaign_id = campaigns.id and w.wave = campaigns.released_wave and w.wait_notified))`
