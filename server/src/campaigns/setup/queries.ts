import { sql } from 'kysely'
import type { SetupProblem } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CommonStep, ListedCampaign, SetupRequest } from '../setup-queries.ts'
import { expectManySims, readWholeTables } from '../sql/many-sims.ts'
import { wasRejected } from '../sql/was-rejected.ts'

/** The set-up of a campaign. `isListed`: an earlier attempt has listed its SIMs, and perhaps written some of their OTAs. */
export type Setup = { request: SetupRequest; isListed: boolean; step: CommonStep | null; written: number }

/** The set-up of a campaign; undefined if it is complete or could not start. */
export async function selectSetup(db: Db, campaignId: number): Promise<Setup | undefined> {
  return db
    .selectFrom('campaign_setups')
    .select(['request', 'is_listed as isListed', 'step', 'written'])
    .where('campaign_id', '=', campaignId)
    .where('problem', 'is', null)
    .executeTakeFirst()
}

const isOver = sql<boolean>`stopped_at is not null or finished_at is not null`

/** True if the campaign was stopped or rejected. */
export async function isStopped(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('campaigns').select(isOver.as('isOver')).where('id', '=', id).executeTakeFirst()
  return row?.isOver ?? true
}

/** Locks a campaign for a step of its set-up, and returns true if it was stopped or rejected meanwhile. */
export async function lockInSetup(trx: Db, id: number): Promise<boolean> {
  const row = await trx.selectFrom('campaigns').select(isOver.as('isOver')).where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.isOver ?? true
}

/** Lets the transaction classify, sort and list many SIMs. */
export async function expectWholeFleet(trx: Db): Promise<void> {
  await expectManySims(trx)
  await readWholeTables(trx)
}

/** Writes the waves and the numbers of a locked campaign whose SIMs are listed. */
export async function writeListed(trx: Db, id: number, listed: ListedCampaign): Promise<void> {
  const { total, excluded, action, packageId, otas, step } = listed
  await sql`
    insert into campaign_waves (campaign_id, wave, sims, released_at)
    select ${id}::bigint, wave, count(*), case when wave <= released_wave then now() end
    from campaigns, campaign_setup_parts p, unnest(p.waves) wave
    where campaigns.id = ${id} and rollout is not null and p.campaign_id = ${id} group by wave, released_wave`.execute(trx)
  await trx.updateTable('campaigns').set({ total, excluded, action, package_id: packageId }).where('id', '=', id).execute()
  await trx.updateTable('campaign_approvals').set({ sims: total }).where('campaign_id', '=', id).execute()
  await trx
    .updateTable('campaign_setups')
    .set({
      is_listed: true,
      otas,
      step: step && JSON.stringify(step),
      last_ota_id: sql<number>`(select coalesce(max(id), 0) from ota_jobs)`,
    })
    .where('campaign_id', '=', id)
    .execute()
}

/**
 * Counts the SIMs of a locked, stopped campaign whose OTAs are not written: those of the parts that are left, or the confirmed ones if they
 * are not listed yet.
 */
export async function noteUnwritten(trx: Db, id: number): Promise<void> {
  await sql`
    insert into campaign_unwritten (campaign_id, wave, sims)
    select ${id}::bigint, wave, count(*) from campaign_setup_parts p, unnest(p.waves) wave where p.campaign_id = ${id} group by wave
    union all
    select c.id, 1, c.total from campaigns c join campaign_setups s on s.campaign_id = c.id
    where c.id = ${id} and not s.is_listed and c.total > 0`.execute(trx)
}

/**
 * Writes the waves and numbers of a locked campaign anew from its OTAs and its unwritten SIMs. The others count as excluded. Returns the
 * number of SIMs with an OTA.
 */
export async function recountSims(trx: Db, id: number): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    with written as (select wave, count(distinct sim_id) as sims from ota_jobs where campaign_id = ${id} group by wave),
    found as (
      select wave, sum(sims) as sims
      from (select wave, sims from written union all select wave, sims from campaign_unwritten where campaign_id = ${id}) both_kinds
      group by wave
    ),
    sums as (select coalesce(sum(sims), 0)::int as total, (select coalesce(sum(sims), 0)::int from written) as written from found),
    waves as (update campaign_waves w set sims = coalesce((select sims from found where found.wave = w.wave), 0) where campaign_id = ${id}),
    approvals as (update campaign_approvals set sims = sums.total from sums where campaign_id = ${id})
    update campaigns set total = sums.total, excluded = excluded + campaigns.total - sums.total
    from sums where id = ${id} returning sums.written`.execute(trx)
  return rows[0]?.written ?? 0
}

/** Ends the set-up of a locked campaign. Parts that are left are not written any more. */
export async function finishSetup(trx: Db, id: number): Promise<void> {
  await deleteListsOf(trx, id)
  await trx.deleteFrom('campaign_setups').where('campaign_id', '=', id).execute()
}

/**
 * Ends a campaign without an OTA, because it was stopped (`problem` is null) or rejected, or has a problem. One with a problem keeps no SIM.
 * The transaction has locked it.
 */
export async function abandonSetup(trx: Db, id: number, problem: SetupProblem | null): Promise<void> {
  if (problem !== null) {
    await trx.deleteFrom('campaign_waves').where('campaign_id', '=', id).execute()
    await trx.updateTable('campaigns').set({ total: 0 }).where('id', '=', id).execute()
  }
  await trx
    .updateTable('campaigns')
    .set({
      state: sql<'rejected' | 'stopped'>`case when ${wasRejected('campaigns')} then 'rejected' else 'stopped' end`,
      finished_at: sql<Date>`now()`,
      paused_at: null,
      pause_cause: null,
      paused_by: null,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
  await deleteListsOf(trx, id)
  const ended = await trx.selectFrom('campaigns').select('state').where('id', '=', id).executeTakeFirst()
  if (problem === null && ended?.state === 'rejected') await trx.deleteFrom('campaign_setups').where('campaign_id', '=', id).execute()
  else
    await trx
      .updateTable('campaign_setups')
      .set({ problem: problem ?? 'stoppedInSetup' })
      .where('campaign_id', '=', id)
      .execute()
}

/** Deletes the list of a set-up, and its snapshot unless an approval keeps it. */
async function deleteListsOf(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('campaign_setup_parts').where('campaign_id', '=', id).execute()
  await sql`delete from sim_selections where purpose = 'snapshot'
    and id = (select snapshot_id from campaign_setups where campaign_id = ${id})`.execute(trx)
}
