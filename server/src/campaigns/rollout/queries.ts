import { sql } from 'kysely'
import type { LimitChanges, Rollout } from '@simdeck/contract/rollout.ts'
import type { CampaignState, pauseCauses } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import { openOta } from '../../packages/sql/open-ota.ts'
import { isBeingListed, isBeingSetUp } from '../sql/being-set-up.ts'
import { outcomes } from '../sql/outcomes.ts'
import { usedOctets } from '../sql/used-octets.ts'

/**
 * The results of a wave. `failed` and `succeeded` are SIMs whose OTA ended after `results_from`; `ended` are all whose OTA ended;
 * `allSucceeded` are all that succeeded, and `polledAgain` those of them that polled after their OTA.
 */
export type WaveResults = { sims: number; ended: number; succeeded: number; failed: number; allSucceeded: number; polledAgain: number }

/** The results of the released wave of each campaign, by the id of the campaign. */
export async function selectWaveResults(
  db: Db,
  campaigns: readonly Pick<OpenRollout, 'id' | 'released_wave' | 'results_from'>[],
): Promise<Map<number, WaveResults>> {
  // After a clock was set back, a time that is still to come separates no results.
  const isJudged = sql`(given.results_from is null or given.results_from > now() + interval '1 minute' or o.finished_at > given.results_from)`
  const { rows } = await sql<WaveResults & { id: number }>`
    select given.id, results.*
    from unnest(${campaigns.map(({ id }) => id)}::bigint[], ${campaigns.map(({ released_wave: wave }) => wave)}::int[],
      ${campaigns.map(({ results_from: from }) => from)}::timestamptz[]) given (id, released_wave, results_from)
    cross join lateral (
      select count(*) as sims, count(*) filter (where status in ('Succeeded', 'Failed', 'Blocked', 'NotFound')) as ended,
        count(*) filter (where status = 'Succeeded' and ${isJudged}) as succeeded,
        count(*) filter (where status = 'Failed' and not cancelled and ${isJudged}) as failed,
        count(*) filter (where status = 'Succeeded') as "allSucceeded",
        count(*) filter (where status = 'Succeeded' and exists (
          select from sim_contacts contact where contact.sim_id = o.sim_id and contact.last_poll > o.finished_at)) as "polledAgain"
      from ${outcomes(sql`campaign_id = given.id and wave = given.released_wave`)} o
    ) results`.execute(db)
  return new Map(rows.map(({ id, ...results }) => [id, results]))
}

/** A campaign with a rollout that has not ended. */
export type OpenRollout = {
  id: number
  state: CampaignState
  total: number
  rollout: Rollout
  released_wave: number
  last_wave: number
  results_from: Date | null
  pause_cause: (typeof pauseCauses)[number] | null
  isStopped: boolean
  /** True if the members know that the wave after the released one waits for them. */
  waitNotified: boolean
  /** Null without a budget of octets in all. */
  octets: number | null
  /** True while its OTAs are not all written. */
  isBeingSetUp: boolean
}

const openRollouts = (db: Db) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'state', 'total', 'rollout', 'released_wave', 'results_from', 'pause_cause'])
    .select(sql<boolean>`stopped_at is not null`.as('isStopped'))
    .select(usedOctets('campaigns').as('octets'))
    .select(isBeingSetUp('campaigns').as('isBeingSetUp'))
    .select(sql<number>`(select count(*) from campaign_waves where campaign_id = campaigns.id)`.as('last_wave'))
    .select(
      sql<boolean>`coalesce((select wait_notified from campaign_waves where campaign_id = campaigns.id and wave = released_wave), false)`.as(
        'waitNotified',
      ),
    )
    .where(sql<boolean>`state in ('scheduled', 'running', 'paused', 'stopping') and rollout is not null`)
    .$narrowType<{ rollout: Rollout }>()

export async function selectOpenRollouts(db: Db): Promise<OpenRollout[]> {
  return openRollouts(db)
    .where(sql<boolean>`not ${isBeingListed('campaigns')}`)
    .orderBy('id')
    .execute()
}

/** The campaign, locked; undefined if it has ended or has no rollout. */
export async function lockOpenRollout(trx: Db, id: number): Promise<OpenRollout | undefined> {
  return openRollouts(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Like `lockOpenRollout`, but does not wait: undefined also if another transaction has locked the campaign. */
export async function lockFreeRollout(trx: Db, id: number): Promise<OpenRollout | undefined> {
  return openRollouts(trx).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
}

/** Starts a scheduled campaign, without a wave. */
export async function startScheduled(trx: Db, id: number): Promise<void> {
  await trx.updateTable('campaigns').set({ state: 'running' }).where('id', '=', id).execute()
}

/** Releases a wave of a campaign. Its SIMs get their OTA at their next poll. */
export async function releaseWave(trx: Db, id: number, wave: number): Promise<void> {
  await trx.updateTable('campaigns').set({ released_wave: wave, results_from: null }).where('id', '=', id).execute()
  await trx
    .updateTable('campaign_waves')
    .set({ released_at: sql<Date>`now()` })
    .where('campaign_id', '=', id)
    .where('wave', '=', wave)
    .execute()
}

/** Records that the members know that the next wave waits for them. */
export async function markWaitNotified(trx: Db, id: number, wave: number): Promise<void> {
  await trx.updateTable('campaign_waves').set({ wait_notified: true }).where('campaign_id', '=', id).where('wave', '=', wave).execute()
}

/** Lets the OTAs of a campaign that wait for their next attempt or session be sent at once. */
export async function endWaits(trx: Db, id: number, simIds: readonly number[] | null): Promise<void> {
  await sql`
    update ota_jobs set not_before = null, unanswered = 0, updated_at = now()
    where campaign_id = ${id} and status in ${openOta} and not_before is not null
      and (${simIds}::bigint[] is null or sim_id = any(${simIds}))`.execute(trx)
}

/** Changes limits of a campaign with a rollout. */
export async function setLimits(
  trx: Db,
  id: number,
  limits: LimitChanges & { maxFailedPercent?: number | null | undefined },
): Promise<void> {
  await sql`update campaigns set rollout = rollout || ${JSON.stringify(limits)}::jsonb where id = ${id} and rollout is not null`.execute(
    trx,
  )
}

/** The rollout with which a campaign was approved; null if it needed no approval, or has no rollout. */
export async function approvedRollout(db: Db, id: number): Promise<Rollout | null> {
  const row = await db.selectFrom('campaign_approvals').select('rollout').where('campaign_id', '=', id).executeTakeFirst()
  return row?.rollout ?? null
}
