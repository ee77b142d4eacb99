import { type Selectable, sql } from 'kysely'
import type { ApprovalOutcome } from '@simdeck/contract/campaign-approval.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MemberCaller } from '../../platform/http/handler.ts'
import type { Database } from '../../platform/db/schema.ts'

export type ApprovalRow = Selectable<Database['campaign_approvals']>

type Asked = Pick<ApprovalRow, 'asked_by' | 'asked_email'>

/** True for the member who asked, also by an API ID, or with a new account for the same address. */
export const isAsker = ({ asked_by, asked_email }: Asked, { memberId, email }: Pick<MemberCaller, 'memberId' | 'email'>): boolean =>
  asked_by === memberId || asked_email?.toLowerCase() === email.toLowerCase()

/** The person who asks: a member, or an API ID, for which the member who made it counts. */
export type Asker = { memberId: number | null; credentialId: number | null; name: string }

export type NewApproval = Pick<ApprovalRow, 'threshold' | 'note' | 'deadline' | 'frozen' | 'rollout' | 'sims'>

/** Stores the request of a campaign. */
export async function insertApproval(trx: Db, campaignId: number, asker: Asker, asked: NewApproval): Promise<void> {
  const { threshold, note, deadline, frozen, rollout, sims } = asked
  await sql`
    insert into campaign_approvals (campaign_id, threshold, asked_by, asked_email, asked_credential, asked_name, note, deadline, frozen, rollout,
      sims)
    select ${campaignId}, ${threshold}::int, m.id, m.email, ${asker.credentialId}::bigint, ${asker.name}, ${note}, ${deadline}::timestamptz,
      ${JSON.stringify(frozen)}::jsonb, ${rollout && JSON.stringify(rollout)}::jsonb, ${sims}::int
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

/** The request of a campaign, with the state of the campaign and its present number of SIMs. */
export async function selectApproval(
  db: Db,
  campaignId: number,
): Promise<(ApprovalRow & { state: CampaignState; total: number }) | undefined> {
  return db
    .selectFrom('campaign_approvals')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_approvals.campaign_id')
    .selectAll('campaign_approvals')
    .select(['campaigns.state', 'campaigns.total'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
}

export type WaitingRequest = Asked & Pick<ApprovalRow, 'asked_name' | 'note'> & { id: number; name: string; total: number }

/** Those of the campaigns that wait for approval. */
export async function selectWaiting(db: Db, campaignIds: readonly number[]): Promise<WaitingRequest[]> {
  return db
    .selectFrom('campaigns')
    .innerJoin('campaign_approvals as a', 'a.campaign_id', 'campaigns.id')
    .select(['campaigns.id', 'campaigns.name', 'campaigns.total', 'a.asked_by', 'a.asked_email', 'a.asked_name', 'a.note'])
    .where('campaigns.state', '=', 'awaitingApproval')
    .where(sql<boolean>`campaigns.id = any(${campaignIds}::bigint[])`)
    .orderBy('campaigns.id')
    .execute()
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
export async function selectApprovers(db: Db, { asked_by, asked_email }: Asked): Promise<Approver[]> {
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
