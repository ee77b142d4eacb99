import { sql } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { SetupProblem } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SetupRequest } from '../setup-queries.ts'
import { expectManySims } from '../sql/many-sims.ts'
import { wasRejected } from '../sql/was-rejected.ts'

/** The request of a campaign that is being set up; undefined if it is complete or could not start. */
export async function selectSetup(db: Db, campaignId: number): Promise<SetupRequest | undefined> {
  const row = await db
    .selectFrom('campaign_setups')
    .select('request')
    .where('campaign_id', '=', campaignId)
    .where('problem', 'is', null)
    .executeTakeFirst()
  return row?.request
}

/** Notes how many of the OTAs are written, and returns true if the campaign was stopped or rejected meanwhile. */
export async function noteProgress(db: Db, campaignId: number, written: number, otas: number | null): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    update campaign_setups set written = ${written}, otas = ${otas}::int from campaigns
    where campaign_id = ${campaignId} and campaigns.id = campaign_id
    returning campaigns.stopped_at is not null or campaigns.finished_at is not null as "isOver"`.execute(db)
  return rows[0]?.isOver ?? true
}

/** Locks a campaign for the end of its set-up, and returns true if it was stopped or rejected meanwhile. */
export async function lockInSetup(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('campaigns')
    .select(sql<boolean>`stopped_at is not null or finished_at is not null`.as('isOver'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.isOver ?? true
}

/** Makes the list of the OTAs of one set-up, in the order in which they are written, and gives the transaction room to sort many. */
export async function createOtaList(trx: Db): Promise<void> {
  await expectManySims(trx)
  // The statements join most SIMs. Before these are analyzed, PostgreSQL would expect few and join them in nested loops.
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`
    create temporary table setup_otas (
      place bigint generated always as identity, sim_id bigint not null, kind text not null, step smallint not null, wave smallint not null,
      package_id bigint, package_aid text, params jsonb not null
    ) on commit drop`.execute(trx)
}

/** Indexes the complete list, and returns its length. */
export async function completeOtaList(trx: Db): Promise<number> {
  await sql`create index on setup_otas (place)`.execute(trx)
  await sql`analyze setup_otas`.execute(trx)
  const { rows } = await sql<{ otas: number }>`select count(*) as otas from setup_otas`.execute(trx)
  return rows[0]?.otas ?? 0
}

/** Writes the OTAs of a part of the list. */
export async function insertListedOtas(trx: Db, campaignId: number, after: number, upTo: number): Promise<void> {
  await sql`
    insert into ota_jobs (campaign_id, sim_id, applet_type, kind, step, wave, package_id, package_aid, params)
    select ${campaignId}::bigint, sim_id, (select applet_type from campaigns where id = ${campaignId}), kind, step, wave, package_id, package_aid,
      params
    from setup_otas where place > ${after} and place <= ${upTo} order by place`.execute(trx)
}

/** What the set-up of a campaign has found. */
export type Found = { total: number; excluded: number; action: OtaKindName; packageId: number | null }

/** Writes the waves and the numbers of a campaign whose OTAs are complete, and ends its set-up. */
export async function finishSetup(trx: Db, id: number, { total, excluded, action, packageId }: Found): Promise<void> {
  await sql`
    insert into campaign_waves (campaign_id, wave, sims, released_at)
    select ${id}::bigint, wave, count(distinct sim_id), case when wave <= released_wave then now() end
    from setup_otas, campaigns where campaigns.id = ${id} and rollout is not null group by wave, released_wave`.execute(trx)
  await trx.updateTable('campaigns').set({ total, excluded, action, package_id: packageId }).where('id', '=', id).execute()
  await deleteSnapshotOf(trx, id)
  await trx.deleteFrom('campaign_setups').where('campaign_id', '=', id).execute()
}

/** Ends a campaign that does not start, because it was stopped or rejected, or has a problem. */
export async function abandonSetup(trx: Db, id: number, problem: SetupProblem | null): Promise<void> {
  await trx.updateTable('campaigns').set({ total: 0 }).where('id', '=', id).execute()
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
  await deleteSnapshotOf(trx, id)
  if (problem === null) await trx.deleteFrom('campaign_setups').where('campaign_id', '=', id).execute()
  else await trx.updateTable('campaign_setups').set({ problem }).where('campaign_id', '=', id).execute()
}

/** Deletes the snapshot of a set-up, unless an approval keeps it. */
async function deleteSnapshotOf(trx: Db, id: number): Promise<void> {
  await sql`delete from sim_selections where purpose = 'snapshot'
    and id = (select snapshot_id from campaign_setups where campaign_id = ${id})`.execute(trx)
}
