import { type SqlBool, sql } from 'kysely'
import type { CampaignApproval } from '@simdeck/contract/campaign-approval.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { type CampaignState, openCampaignStates, type pauseCauses } from '@simdeck/contract/ota.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../platform/db/database.ts'
import { openOta } from '../packages/sql/open-ota.ts'

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
  rollback_of: number | null
  archived_at: Date | null
  created_by: string | null
  approval: CampaignApproval | null
  package_aid: string | null
  ota_version: string | null
  label: string | null
  package_name: string | null
  library: boolean
}

/** Literals, so that PostgreSQL can use the index of open campaigns. */
const openStates = sql`(${sql.join(openCampaignStates.map((state) => sql.lit(state)))})`

/** An ISO time in UTC, as `Date.toISOString` writes it. */
const isoTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const approval = sql<CampaignApproval | null>`(select jsonb_build_object('askedBy', a.asked_name, 'askedAt', ${isoTime('a.asked_at')},
  'deadline', ${isoTime('a.deadline')}, 'outcome', a.outcome, 'decidedBy', a.decided_name, 'decidedAt', ${isoTime('a.decided_at')},
  'reason', a.reason) from campaign_approvals a where a.campaign_id = campaigns.id)`

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
      'campaigns.rollback_of',
      'campaigns.archived_at',
      'members.name as created_by',
      'packages.package_aid',
      'packages.ota_version',
      'packages.label',
      'packages.name as package_name',
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
  const row = await trx.selectFrom('campaigns').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.state
}

/** The cause of a pause. `by` is the name of a member; the other fields are for `failures`. */
export type Pause = { cause: PauseCause; by?: string; wave?: number; failed?: number; ended?: number }

export async function pauseCampaign(trx: Db, id: number, { cause, by, wave, failed, ended }: Pause): Promise<void> {
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
}

/**
 * Ends the pause. After a pause for failures, results up to now are not judged any more. A campaign whose start was not reached is scheduled
 * again.
 */
export async function resumeCampaign(trx: Db, id: number): Promise<void> {
  await sql`
    update campaigns set state = case when released_wave = 0 then 'scheduled' else 'running' end,
      results_from = case when pause_cause = 'failures' then now() else results_from end, ${noPause}
    where id = ${id}`.execute(trx)
}

/** Ends the retries of a campaign. */
export async function markStopped(trx: Db, id: number): Promise<void> {
  await sql`update campaigns set stopped_at = coalesce(stopped_at, now()) where id = ${id}`.execute(trx)
}

const noPause = sql`paused_at = null, paused_by = null, pause_cause = null, pause_wave = null, pause_failed = null, pause_ended = null`

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

/** SIMs with open OTAs of the campaign, at most `limit`. */
export async function simsWithOpenOtas(db: Db, campaignId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    select distinct sim_id from ota_jobs where campaign_id = ${campaignId} and status in ${openOta} limit ${limit}`.execute(db)
  return rows.map((row) => row.sim_id)
}

/** Ends those of the campaigns that have not ended and have no open OTA. Returns their ids. */
export async function finishCampaigns(db: Db, campaignIds: readonly number[] | 'all'): Promise<number[]> {
  const which = campaignIds === 'all' ? sql`true` : sql`id = any(${campaignIds})`
  const { rows } = await sql<{ id: number }>`
    with finished as (
      select id from campaigns c where ${which} and state in ${openStates}
        and not exists (select 1 from ota_jobs j where j.campaign_id = c.id and j.status in ${openOta})
    ),
    tally as (
      select finished.id,
        exists (select 1 from ota_jobs j where j.campaign_id = finished.id and j.reason = 'cancelled' and j.status = 'Failed' and not exists (
          select 1 from ota_jobs u where u.campaign_id = j.campaign_id and u.sim_id = j.sim_id and u.id <> j.id
            and (u.reason is distinct from 'cancelled'))) as stopped,
        exists (select 1 from ota_jobs j where j.campaign_id = finished.id and j.status in ('Failed', 'Blocked')) as failed
      from finished
    )
    update campaigns set finished_at = now(), ${noPause},
      state = case when tally.stopped then 'stopped' when tally.failed then 'completedWithFailures' else 'completed' end
    from tally where campaigns.id = tally.id and campaigns.state in ${openStates}
    returning campaigns.id
  `.execute(db)
  return rows.map((row) => row.id)
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
 * Cancels OTAs that are Ready and returns them. One that waits for its next attempt keeps the code of its last one, with another reason,
 * because something was sent to its SIM. An install stays if its removal is running. It also stays if its removal has succeeded,
 * because the SIM would be left without an applet; a call that names the SIM cancels it anyway.
 */
export async function cancelReadyJobs(
  db: Db,
  campaignId: number,
  simIds: readonly number[] | null,
): Promise<{ id: number; sim_id: number }[]> {
  const { rows } = await sql<{ id: number; sim_id: number }>`
    update ota_jobs set status = 'Failed', reason = case when attempts > 0 then 'notRetried' else 'cancelled' end, not_before = null, finished_at = now(), updated_at = now()
    where campaign_id = ${campaignId} and status = 'Ready' and (${simIds}::bigint[] is null or sim_id = any(${simIds}))
      and not exists (select 1 from ota_jobs u where u.campaign_id = ${campaignId} and u.sim_id = ota_jobs.sim_id
        and (u.status in ('Started', 'Interrupted') or (${simIds}::bigint[] is null and u.kind = 'remove' and u.status in ('Succeeded', 'NotFound'))))
    returning id, sim_id
  `.execute(db)
  return rows
}
