import { type RawBuilder, sql } from 'kysely'

/** Condition for campaigns whose request for approval ended without an approval. `campaigns` is their table in the statement. */
export const wasRejected = (campaigns: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from campaign_approvals a where a.campaign_id = ${sql.ref(`${campaigns}.id`)} and a.outcome <> 'approved')`
