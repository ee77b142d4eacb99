import { sql } from 'kysely'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBeingSetUp } from '../sql/being-set-up.ts'
import type { ApprovalRow } from './queries.ts'

export type Changes = NonNullable<ApprovalRow['changes']>

const noChanges: Changes = { polled: 0, deleted: 0, withoutKeys: 0, otherApplet: 0, silent: 0 }

/** Counts the SIMs of a campaign that have changed since it asked for approval; none while it is being set up. It reads all its OTAs once. */
export async function countChanges(db: Db, campaignId: number): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select count(*) filter (where contact.last_poll > a.asked_at) as polled,
      case when ${isBeingSetUp('c')} then 0 else a.sims - count(contact.sim_id) end as deleted,
      count(*) filter (where not s.has_keys) as "withoutKeys",
      count(*) filter (where c.applet_type = ${sql.lit(appletTypes.other)} and not coalesce(p.applets = '{}', false)
        and s.other_package_id is distinct from j.removed) as "otherApplet",
      count(*) filter (where contact.last_poll < now() - interval '7 days') as silent
    from campaigns c join campaign_approvals a on a.campaign_id = c.id left join packages p on p.id = c.package_id
      left join (select sim_id, max(package_id) filter (where kind = 'remove') as removed from ota_jobs where campaign_id = ${campaignId}
        group by sim_id) j on true
      left join sims s on s.id = j.sim_id left join sim_contacts contact on contact.sim_id = s.id
    where c.id = ${campaignId} group by c.id, a.campaign_id`.execute(db)
  return rows[0] ?? noChanges
}

export async function storeChanges(db: Db, campaignId: number, changes: Changes): Promise<void> {
  await db
    .updateTable('campaign_approvals')
    .set({ changes: JSON.stringify(changes), changes_at: sql<Date>`now()` })
    .where('campaign_id', '=', campaignId)
    .execute()
}

/** Campaigns of more than `total` SIMs that wait for approval and are set up. */
export async function selectAwaiting(db: Db, total: number): Promise<number[]> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('state', '=', 'awaitingApproval')
    .where('total', '>', total)
    .where(sql<boolean>`not ${isBeingSetUp('campaigns')}`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
