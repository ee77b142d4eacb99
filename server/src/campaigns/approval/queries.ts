import { type Selectable, sql } from 'kysely'
import type { ApprovalOutcome } from '@simdeck/contract/campaign-approval.ts'
import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'
import { isBeingSetUp } from '../sql/being-set-up.ts'

export type ApprovalRow = Selectable<Database['campaign_approvals']>

/** The person who asks: a member, or an API ID, for which the member who made it counts. */
export type Asker = { memberId: number | null; credentialId: number | null; name: string }

export type NewApproval = Pick<ApprovalRow, 'threshold' | 'note' | 'deadline' | 'frozen' | 'rollout'>

/** Stores the request of a campaign. */
export async function insertApproval(trx: Db, campaignId: number, asker: Asker, asked: NewApproval): Promise<void> {
  const { threshold, note, deadline, frozen, rollout } = asked
  await sql`
    insert into campaign_approvals (campaign_id, threshold, asked_by, asked_email, asked_credential, asked_name, note, deadline, frozen, rollout)
    select ${campaignId}, ${threshold}::int, m.id, m.email, ${asker.credentialId}::bigint, ${asker.name}, ${note}, ${deadline}::timestamptz,
      ${JSON.stringify(frozen)}::jsonb, ${rollout && JSON.stringify(rollout)}::jsonb
    from (select coalesce(${asker.memberId}::bigint, (select created_by from api_credentials where id = ${asker.credentialId}::bigint)) as id) asking
    left join members m on m.id = asking.id`.execute(trx)
}

/** Keeps the list of a dry run for those who may approve the campaign. It is no snapshot for another campaign any more. */
export async function keepList(trx: Db, campaignId: number, selectionId: number): Promise<void> {
  await trx.updateTable('sim_selections').set({ purpose: 'approval' }).where('id', '=', selectionId).execute()
  await trx.updateTable('campaign_approvals').set({ selection_id: selectionId }).where('campaign_id', '=', campaignId).execute()
}

/** Holds a campaign that was created in this transaction: no wave is released. */
export async function holdCampaign(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('campaigns')
    .set({ state: 'awaitingApproval', released_wave: 0, pause_cause: null, paused_at: null })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('campaign_waves').set({ released_at: null }).where('campaign_id', '=', id).execute()
}

/** Lets an approved campaign begin. */
export async function beginCampaign(
  trx: Db,
  id: number,
  { state, pause, wave }: { state: CampaignState; pause: 'window' | null; wave: number },
): Promise<void> {
  const now = sql<Date>`now()`
  await trx
    .updateTable('campaigns')
    .set({ state, released_wave: wave, pause_cause: pause, paused_at: pause && now })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('campaign_waves').set({ released_at: now }).where('campaign_id', '=', id).where('wave', '<=', wave).execute()
}

/** The request of a campaign, with the state of the campaign. */
export async function selectApproval(db: Db, campaignId: number): Promise<(ApprovalRow & { state: CampaignState }) | undefined> {
  return db
    .selectFrom('campaign_approvals')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_approvals.campaign_id')
    .selectAll('campaign_approvals')
    .select('campaigns.state')
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
}

export type Decision = { outcome: ApprovalOutcome; memberId: number | null; name: string; reason: string }

export async function writeDecision(trx: Db, campaignId: number, { outcome, memberId, name, reason }: Decision): Promise<void> {
  await trx
    .updateTable('campaign_approvals')
    .set({ outcome, decided_by: memberId, decided_name: name, decided_at: sql<Date>`now()`, reason })
    .where('campaign_id', '=', campaignId)
    .execute()
}

/** The campaigns that still wait although nobody can approve them any more. */
export async function selectExpired(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('campaigns')
    .innerJoin('campaign_approvals', 'campaign_approvals.campaign_id', 'campaigns.id')
    .select('campaigns.id')
    .where('campaigns.state', '=', 'awaitingApproval')
    .where('campaign_approvals.deadline', '<=', sql<Date>`now()`)
    .orderBy('campaigns.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type Approver = { id: number; email: string; name: string; role_id: number }

/** The members who may decide, by name. The person who asked is not among them, not even with a new account for the same address. */
export async function selectApprovers(
  db: Db,
  { asked_by, asked_email }: Pick<ApprovalRow, 'asked_by' | 'asked_email'>,
): Promise<Approver[]> {
  return db
    .selectFrom('members')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'members.role_id')
    .select(['members.id', 'members.email', 'members.name', 'members.role_id'])
    .where('role_permissions.permission', '=', 'OTA_CREATE')
    .where('members.account_status', '=', 'active')
    .where(sql<boolean>`members.id is distinct from ${asked_by}::bigint and lower(members.email) is distinct from lower(${asked_email})`)
    .orderBy('members.name')
    .orderBy('members.id')
    .execute()
}

export type Changes = NonNullable<ApprovalRequest['changes']>

/**
 * Counts the SIMs of a campaign that have changed since a time; none while the campaign is being set up. It reads every OTA of the campaign
 * once.
 */
export async function countChanges(db: Db, campaignId: number, since: Date): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select count(*) filter (where contact.last_poll > ${since}) as polled, 
        (select case when ${isBeingSetUp('cs')} then 0 else cs.total end from campaigns cs where cs.id = ${campaignId}) - count(*) as deleted,
      count(*) filter (where not s.has_keys) as "withoutKeys",
      count(*) filter (where c.applet_type = ${sql.lit(appletTypes.other)} and not c.library
        and s.other_package_id is distinct from j.removed) as "otherApplet",
      count(*) filter (where contact.last_poll < now() - interval '7 days') as silent
    from (select cs.applet_type, coalesce(p.applets = '{}', false) as library from campaigns cs
        left join packages p on p.id = cs.package_id where cs.id = ${campaignId}) c,
      (select sim_id, max(package_id) filter (where kind = 'remove') as removed from ota_jobs where campaign_id = ${campaignId} group by sim_id) j
      join sims s on s.id = j.sim_id join sim_contacts contact on contact.sim_id = j.sim_id`.execute(db)
  return rows[0] ?? { polled: 0, deleted: 0, withoutKeys: 0, otherApplet: 0, silent: 0 }
}

/** The member who asked for the approval of a campaign, if still active, with the name of the campaign. */
export async function selectAskingMember(db: Db, campaignId: number): Promise<(Approver & { campaign: string }) | undefined> {
  return db
    .selectFrom('campaign_approvals')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_approvals.campaign_id')
    .innerJoin('members', 'members.id', 'campaign_approvals.asked_by')
    .select(['members.id', 'members.email', 'members.name', 'members.role_id', 'campaigns.name as campaign'])
    .where('campaign_approvals.campaign_id', '=', campaignId)
    .where('members.account_status', '=', 'active')
    .executeTakeFirst()
}
