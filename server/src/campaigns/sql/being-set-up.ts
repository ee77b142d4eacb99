import { type RawBuilder, sql } from 'kysely'

/** Condition for campaigns whose OTAs are not all written yet. `campaigns` is their table in the statement. */
export const isBeingSetUp = (campaigns: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from campaign_setups setup where setup.campaign_id = ${sql.ref(`${campaigns}.id`)} and setup.problem is null)`

/** Condition for campaigns that are being set up and whose SIMs are not listed yet. `campaigns` is their table in the statement. */
export const isBeingListed = (campaigns: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from campaign_setups setup where setup.campaign_id = ${sql.ref(`${campaigns}.id`)} and setup.problem is null
    and not setup.is_listed)`
