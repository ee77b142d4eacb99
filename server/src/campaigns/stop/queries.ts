import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { begun, underWay } from '../../ota-kinds/sql/workable.ts'
import { noPause, openStates } from '../queries.ts'

/** True if more than `limit` OTAs of the campaign are Ready. */
export async function hasMoreReady(db: Db, campaignId: number, limit: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ota_jobs where campaign_id = ${campaignId} and status = 'Ready' offset ${limit} limit 1`.execute(db)
  return rows.length > 0
}

/** Stops a campaign: from the commit on, it begins with no further SIM. It ends a pause. `by` is null if the campaign reached its end. */
export async function markStopped(trx: Db, campaignId: number, by: string | null): Promise<void> {
  await sql`update campaigns set state = 'stopping', stopped_at = now(), stopped_by = ${by}, ${noPause}
    where id = ${campaignId}`.execute(trx)
}

/** Stopped campaigns in which an OTA is Ready whose SIM the campaign has not begun with. */
export async function campaignsToSweep(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns where state in ${openStates} and stopped_at is not null
      and exists (select 1 from ota_jobs j where j.campaign_id = campaigns.id and j.status = 'Ready' and not ${begun('j')})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the SIMs whose OTAs may be cancelled, in the order of their ids. The engine also locks a SIM before it changes its OTAs. */
export async function lockCancellableSims(db: Db, campaignId: number, simIds: readonly number[] | null): Promise<void> {
  await sql`select count(*) from (
    select id from sims where id in (
      select sim_id from ota_jobs where campaign_id = ${campaignId} and status = 'Ready' and (${simIds}::bigint[] is null or sim_id = any(${simIds}))
    ) order by id for no key update
  ) locked`.execute(db)
}

/**
 * Cancels OTAs that are Ready, of all or some SIMs, and returns them. One that waits for its next attempt keeps the code of its last one,
 * with another reason, because something was sent to its SIM. An OTA stays if an OTA of its SIM is under way. It also stays if its removal
 * has succeeded, because the SIM would be left without an applet; `halfReplaced` cancels it anyway.
 */
export async function cancelReadyJobs(
  db: Db,
  { campaignId, simIds, halfReplaced }: { campaignId: number; simIds: readonly number[] | null; halfReplaced: boolean },
): Promise<{ id: number; sim_id: number }[]> {
  const stays = halfReplaced
    ? sql`exists (select 1 from ota_jobs u where u.campaign_id = ${campaignId} and u.sim_id = ota_jobs.sim_id
        and ${underWay('u')})`
    : begun('ota_jobs')
  const { rows } = await sql<{ id: number; sim_id: number }>`
    update ota_jobs set status = 'Failed', reason = case when attempts > 0 then 'notRetried' else 'cancelled' end, not_before = null,
      finished_at = now(), updated_at = now()
    where campaign_id = ${campaignId} and status = 'Ready' and (${simIds}::bigint[] is null or sim_id = any(${simIds})) and not ${stays}
    returning id, sim_id
  `.execute(db)
  return rows
}
