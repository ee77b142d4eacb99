import { type Insertable, sql } from 'kysely'
import type { LimitChange } from '@simdeck/contract/campaign-report.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

type EventName = Insertable<Database['campaign_events']>['event']
type Details = Partial<Record<'wave' | 'failed' | 'ended' | 'octets' | 'budget', number | null | undefined>> & {
  limits?: readonly LimitChange[]
}

/** Records what a campaign does by itself, or a change of its limits. */
export async function insertEvent(trx: Db, campaignId: number, event: EventName, { limits, ...details }: Details = {}): Promise<void> {
  await trx
    .insertInto('campaign_events')
    .values({
      campaign_id: campaignId,
      event,
      wave: null,
      failed: null,
      ended: null,
      ...details,
      limits: limits ? JSON.stringify(limits) : null,
    })
    .execute()
}

/** Records that a campaign ends at its time, once. */
export async function insertEnd(trx: Db, campaignId: number): Promise<void> {
  await sql`
    insert into campaign_events (campaign_id, event) select ${campaignId}, 'end'
    where not exists (select from campaign_events where campaign_id = ${campaignId} and event = 'end')`.execute(trx)
}

/** The events of a campaign, the newest first. */
export async function selectEvents(db: Db, campaignId: number, limit: number) {
  return db
    .selectFrom('campaign_events')
    .select(['at', 'event', 'wave', 'failed', 'ended', 'limits', 'octets', 'budget'])
    .where('campaign_id', '=', campaignId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function selectNamed(db: Db, id: number): Promise<{ name: string; total: number; created_by: number | null }> {
  return db.selectFrom('campaigns').select(['name', 'total', 'created_by']).where('id', '=', id).executeTakeFirstOrThrow()
}
