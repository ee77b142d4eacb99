import { type SqlBool, sql } from 'kysely'
import type { CampaignApproval } from '@simdeck/contract/campaign-approval.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type Campaign, type CampaignState, openCampaignStates, type pauseCauses } from '@simdeck/contract/ota.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../platform/db/database.ts'
import { insertEvent } from './event-queries.ts'
import { openOta } from '../packages/sql/open-ota.ts'
import { isBeingSetUp } from './sql/being-set-up.ts'
import { usedOctets } from './sql/used-octets.ts'
import { waitsForRelease } from './sql/waits-for-release.ts'
import { wasRejected } from './sql/was-rejected.ts'
import type { StoredWakes } from './wakes/figures.ts'

type PauseCause = (typeof pauseCauses)[number]

export type CampaignRow = {
  id: number
  name: string
  state: CampaignState
  action: OtaKindName
  applet_type: number | null
  total: number
  excluded: number
  created_at: Date
  finished_at: Date | null
  paused_at: Date | null
  paused_by: string | null
  pause_cause: PauseCause | null
  pause_wave: number | null
  pause_failed: number | null
  pause_ended: number | null
  rollout: Rollout | null
  octets: number | null
  waits_for_release: boolean
  /** The TAR to which its scripts are sent by SMS. */
  sms_tar: string | null
  rollback_of: number | null
  setup: Campaign['setup']
  unwritten: number
  wakes: StoredWakes | null
  archived_at: Date | null
  stopped_at: Date | null
  stopped_by: string | null
  created_by: string | null
  approval: CampaignApproval | null
  package_aid: string | null
  ota_version: string | null
  label: string | null
  package_name: string | null
  package_deleted: boolean
  library: boolean
}

/** Literals, so that PostgreSQL can use the index of open campaigns. */
export const openStates = sql`(${sql.join(openCampaignStates.map((state) => sql.lit(state)))})`

/** An ISO time in UTC, as `Date.toISOString` writes it. */
const isoTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const approval = sql<CampaignApproval | null>`(select jsonb_build_object('askedBy', a.asked_name, 'askedAt', ${isoTime('a.asked_at')},
  'deadline', ${isoTime('a.deadline')}, 'outcome', a.outcome, 'decidedBy', a.decided_name, 'decidedAt', ${isoTime('a.decided_at')},
  'reason', a.reason) from campaign_approvals a where a.campaign_id = campaigns.id)`

/** The name of the member who started a campaign, even if the member was deleted since. */
export const creatorName = sql<string | null>`coalesce(members.name, campaigns.created_by_name)`

/** Campaigns with the names of their packages and creators. */
export function campaignsWithNames(db: Db) {
  return db
    .selectFrom('campaigns')
    .leftJoin('packages', 'packages.id', 'campaigns.package_id')
    .leftJoin('members', 'members.id', 'campaigns.created_by')
    .select([
      'campaigns.id',
      'campaigns.name',
      'campaigns.state',
      'campaigns.action',
      'campaigns.applet_type',
      'campaigns.total',
      'campaigns.excluded',
      'campaigns.created_at',
      'campaigns.finished_at',
      'campaigns.paused_at',
      'campaigns.paused_by',
      'campaigns.pause_cause',
      'campaigns.pause_wave',
      'campaigns.pause_failed',
      'campaigns.pause_ended',
      'campaigns.rollout',
      usedOctets('campaigns').as('octets'),
      waitsForRelease.$castTo<boolean>().as('waits_for_release'),
      'campaigns.rollback_of',
      sql<string | null>`jsonb_path_query_first(campaigns.targets, '$[*].smsTAR') #>> '{}'`.as('sms_tar'),
      sql<Campaign['setup']>`(select jsonb_build_object('written', written, 'otas', otas, 'problem', problem) from campaign_setups s
        where s.campaign_id = campaigns.id)`.as('setup'),
      sql<number>`(select coalesce(sum(sims), 0)::int from campaign_unwritten w where w.campaign_id = campaigns.id)`.as('unwritten'),
      sql<StoredWakes | null>`(select jsonb_build_object('skipped', skipped, 'messages', messages) from campaign_wakes w
        where w.campaign_id = campaigns.id)`.as('wakes'),
      'campaigns.archived_at',
      'campaigns.stopped_at',
      'campaigns.stopped_by',
      creatorName.as('created_by'),
      'packages.package_aid',
      'packages.ota_version',
      'packages.label',
      'packages.name as package_name',
      sql<boolean>`packages.deleted_at is not null`.as('package_deleted'),
      approval.as('approval'),
      sql<boolean>`coalesce(packages.applets = '{}', false)`.as('library'),
    ])
}

export async function selectCampaigns(db: Db, ids: readonly number[]): Promise<CampaignRow[]> {
  return campaignsWithNames(db)
    .where(sql<SqlBool>`campaigns.id = any(${ids})`)
    .orderBy('campaigns.id')
    .execute()
}

export async function campaignExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('campaigns').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** State of a campaign before a change; its row stays locked. */
export async function lockCampaignState(trx: Db, id: number): Promise<CampaignState | undefined> {
  return (await lockCampaign(trx, id))?.state
}

/** State of a campaign before a change, and whether it was stopped; its row stays locked. */
export async function lockCampaign(trx: Db, id: number): Promise<{ name: string; state: CampaignState; isStopped: boolean } | undefined> {
  return trx
    .selectFrom('campaigns')
    .select(['name', 'state', sql<boolean>`stopped_at is not null`.as('isStopped')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The cause of a pause. `by` is the name of a member; `wave`, `failed` and `ended` are for `failures`, the other fields for `octets`. */
export type Pause = {
  cause: PauseCause
  by?: string
  wave?: number
  failed?: number
  ended?: number
  octets?: number | null
  budget?: number | null
}

const pauseEvents = { failures: 'pauseByFailures', octets: 'pauseByOctets', window: 'pauseByWindow' } as const

export async function pauseCampaign(trx: Db, id: number, { cause, by, ...details }: Pause): Promise<void> {
  const { wave, failed, ended } = details
  await trx
    .updateTable('campaigns')
    .set({
      state: 'paused',
      paused_at: sql<Date>`now()`,
      paused_by: by ?? null,
      pause_cause: cause,
      pause_wave: wave ?? null,
      pause_failed: failed ?? null,
      pause_ended: ended ?? null,
    })
    .where('id', '=', id)
    .execute()
  if (cause !== 'member') await insertEvent(trx, id, pauseEvents[cause], details)
}

/**
 * Ends the pause. After a pause for failures, results up to now are not judged any more. A campaign whose start was not reached is
 * scheduled again, and one that was stopped continues to its end. New pollers have to poll later by the time of the pause.
 */
export async function resumeCampaign(trx: Db, id: number): Promise<void> {
  await sql`
    update ota_jobs set poll_by = poll_by + (now() - paused_at) from campaigns
    where campaigns.id = ${id} and ota_jobs.campaign_id = campaigns.id and poll_by is not null and paused_at is not null`.execute(trx)
  await sql`
    update campaigns set state = case when stopped_at is not null then 'stopping' when released_wave = 0 then 'scheduled' else 'running' end,
      results_from = case when pause_cause = 'failures' then now() else results_from end, ${noPause}
    where id = ${id}`.execute(trx)
}

export const noPause = sql`paused_at = null, paused_by = null, pause_cause = null, pause_wave = null, pause_failed = null, pause_ended = null`

export type WaveRow = { wave: number; sims: number; released_at: Date | null }

/** The waves of each campaign, in order. */
export async function selectWaves(db: Db, campaignIds: readonly number[]): Promise<Map<number, WaveRow[]>> {
  const rows = await db
    .selectFrom('campaign_waves')
    .selectAll()
    .where('campaign_id', 'in', campaignIds.length > 0 ? [...campaignIds] : [0])
    .orderBy('campaign_id')
    .orderBy('wave')
    .execute()
  const waves = new Map<number, WaveRow[]>()
  for (const row of rows) waves.set(row.campaign_id, [...(waves.get(row.campaign_id) ?? []), row])
  return waves
}

export type RollbackRow = {
  id: number
  state: CampaignState
  total: number
  excluded: number
  /** The number of SIMs of all rollbacks of the campaign. */
  all: number
}

/** The newest rollback of each campaign, by the id of the campaign; rejected ones are left out. */
export async function selectRollbacks(db: Db, campaignIds: readonly number[]): Promise<Map<number, RollbackRow>> {
  const { rows } = await sql<RollbackRow & { of: number }>`
    select distinct on (rollback_of) rollback_of as of, id, state, total, excluded, (sum(total) over (partition by rollback_of))::bigint as all
    from campaigns where rollback_of = any(${campaignIds}::bigint[]) and state <> 'rejected' order by rollback_of, id desc`.execute(db)
  return new Map(rows.map(({ of, ...rollback }) => [of, rollback]))
}

/** SIMs with open OTAs of the campaign, at most `limit`. */
export async function simsWithOpenOtas(db: Db, campaignId: number, limit: number): Promise<number[]> {
  // A SIM has at most two OTAs in a campaign, so that these rows suffice, and the others are not read.
  const { rows } = await sql<{ sim_id: number }>`
    select distinct sim_id from (
      select sim_id from ota_jobs where campaign_id = ${campaignId} and status in ${openOta} limit ${2 * limit}
    ) some_open limit ${limit}`.execute(db)
  return rows.map((row) => row.sim_id)
}

/** OTAs of the campaign with their SIMs, by id. */
export async function jobsOf(db: Db, campaignId: number): Promise<{ id: number; sim_id: number }[]> {
  return db.selectFrom('ota_jobs').select(['id', 'sim_id']).where('campaign_id', '=', campaignId).orderBy('id').execute()
}

/**
 * Ends those of the campaigns that have not ended and have no open OTA, as `rejected` if they were not approved. Returns their ids, and
 * those of the campaigns that they roll back; a notification of each end follows. Of `all`, a campaign that another transaction has locked is left to the next call.
 */
export async function finishCampaigns(db: Db, campaignIds: readonly number[] | 'all'): Promise<number[]> {
  const which = campaignIds === 'all' ? sql`true` : sql`id = any(${campaignIds})`
  const locked = campaignIds === 'all' ? sql`for no key update skip locked` : sql``
  const { rows } = await sql<{ id: number }>`
    with finished as (
      select id from campaigns c where ${which} and state in ${openStates} and not ${isBeingSetUp('c')}
        and not exists (select 1 from ota_jobs j where j.campaign_id = c.id and j.status in ${openOta})
      ${locked}
    ),
    tally as (
      select finished.id,
        exists (select 1 from ota_jobs j where j.campaign_id = finished.id and j.reason = 'cancelled' and j.status = 'Failed' and not exists (
          select 1 from ota_jobs u where u.campaign_id = j.campaign_id and u.sim_id = j.sim_id and u.id <> j.id
            and (u.reason is distinct from 'cancelled')))
          or exists (select from campaign_unwritten w where w.campaign_id = finished.id) as stopped,
        exists (select 1 from ota_jobs j where j.campaign_id = finished.id and j.status in ('Failed', 'Blocked')) as failed
      from finished
    ),
    ended as (
    update campaigns set finished_at = now(), ${noPause},
      state = case when ${wasRejected('campaigns')} then 'rejected' when tally.stopped then 'stopped' when tally.failed then 'completedWithFailures' else 'completed' end
    from tally where campaigns.id = tally.id and campaigns.state in ${openStates}
    returning campaigns.id, campaigns.rollback_of
    ),
    notified as (insert into notification_causes (kind, subject_id) select 'campaignEnded', id from ended)
    select id from ended union select rollback_of from ended where rollback_of is not null
  `.execute(db)
  return rows.map((row) => row.id)
}
