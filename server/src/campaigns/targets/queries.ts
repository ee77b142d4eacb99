import { type RawBuilder, sql } from 'kysely'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import { classified, loses } from '../sql/classified.ts'
import { waved } from '../sql/waved.ts'
import { beginOf } from '../rollout/begin.ts'
import { frozenIds } from '../../sims/sql/frozen-lists.ts'
import type { Plan, PlannedStep } from '../../ota-kinds/kind.ts'
import type { StoredRequest } from './plan.ts'

const snapshots = (db: Db, id: number) =>
  db
    .selectFrom('sim_selections')
    .select('id')
    .where('id', '=', id)
    .where('purpose', '=', 'snapshot')
    .where((of) => of.not(of.exists(of.selectFrom('campaign_setups').select('campaign_id').where('snapshot_id', '=', id))))

export async function snapshotExists(db: Db, id: number): Promise<boolean> {
  return (await snapshots(db, id).executeTakeFirst()) !== undefined
}

/** Locks the snapshot for one campaign; undefined if it does not exist or another campaign has used it. */
export async function lockSnapshot(trx: Db, id: number): Promise<{ total: number } | undefined> {
  return snapshots(trx, id).select('total').forUpdate().executeTakeFirst()
}

export type SnapshotSim = {
  id: number
  iccid: string
  device_alias: string | null
  imsi: string | null
  msisdn: string | null
  group: string | null
}

/** The next SIMs of a snapshot in the order of their ids. */
export async function selectSnapshotSims(db: Db, snapshotId: number, after: number, take: number): Promise<SnapshotSim[]> {
  return db
    .selectFrom('sims')
    .leftJoin('groups', 'groups.id', 'sims.group_id')
    .select(['sims.id', 'sims.iccid', 'sims.device_alias', 'sims.imsi', 'sims.msisdn', 'groups.name as group'])
    .where('sims.id', 'in', sql<number>`(${frozenIds(snapshotId)})`)
    .where('sims.id', '>', after)
    .orderBy('sims.id')
    .limit(take)
    .execute()
}

/** Deletes the snapshot with its dry run after a campaign has used it. */
export async function deleteSnapshot(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('sim_selections').where('id', '=', id).execute()
}

/** Locks the SIMs of a small snapshot in the order of their ids, so that they do not change until the campaign is stored. */
export async function lockSnapshotSims(db: Db, snapshotId: number): Promise<void> {
  await sql`select count(*) from (
    select id from sims where id in (${frozenIds(snapshotId)}) order by id for no key update
  ) locked`.execute(db)
}

/** SIMs that the dry run of the same request excluded. The confirmed number does not include them. */
export const notConfirmed = (snapshotId: number, request: StoredRequest) => sql`select unnest(left_out) from ota_dry_runs
  where selection_id = ${snapshotId} and targets = ${JSON.stringify(request)}::jsonb`

/** Number of SIMs that lose each package, by the id of the package, or by its AID if it is not registered. */
export const removals = sql`(select coalesce(jsonb_object_agg(lost, count), '{}') from (
  select coalesce(remove_package_id::text, remove_package_aid) as lost, count(*) as count
  from c where reason is null and remove_package_aid is not null group by lost) r)`

/** Result of a dry run: the number of SIMs that take part, and of those that lose each package. */
export type Checked = { eligible: number; removals: Removals }
export type Removals = Readonly<Record<string, number>>

/** The last dry run of the snapshot; `otherRequest` if it was for another request. */
export async function lastDryRun(db: Db, snapshotId: number, request: StoredRequest): Promise<Checked | 'none' | 'otherRequest'> {
  const row = await db
    .selectFrom('ota_dry_runs')
    .select(['eligible', 'removals', sql<boolean>`targets = ${JSON.stringify(request)}::jsonb`.as('same')])
    .where('selection_id', '=', snapshotId)
    .executeTakeFirst()
  if (!row) return 'none'
  const { eligible, removals, same } = row
  return same ? { eligible, removals } : 'otherRequest'
}

/** Stores the answer of a dry run with its rollout, for those who may have to approve the campaign. */
export async function keepDryRun(
  db: Db,
  snapshotId: number,
  { request, rollout }: { request: StoredRequest; rollout: Rollout | null },
  result: DryRun,
): Promise<void> {
  await sql`update ota_dry_runs set result = ${JSON.stringify({ ...result, rollout })}::jsonb
    where selection_id = ${snapshotId} and targets = ${JSON.stringify(request)}::jsonb`.execute(db)
}

/** The answer of the last dry run of the snapshot, if it was for this request, and whether it was for this rollout. */
export async function keptDryRun(
  db: Db,
  snapshotId: number,
  { request, rollout }: { request: StoredRequest; rollout: Rollout | null },
): Promise<{ result: DryRun; hasRollout: boolean } | undefined> {
  const { rows } = await sql<{ result: DryRun; hasRollout: boolean }>`
    select result - 'rollout' as result, result -> 'rollout' = ${JSON.stringify(rollout)}::jsonb as "hasRollout" from ota_dry_runs
    where selection_id = ${snapshotId} and targets = ${JSON.stringify(request)}::jsonb and result is not null`.execute(db)
  return rows[0]
}

/** Deletes the waves and the duration of a dry run, which were those of another rollout. */
export async function deleteWavesOfDryRun(trx: Db, snapshotId: number): Promise<void> {
  await trx.updateTable('ota_dry_run_effects').set({ wave: null }).where('selection_id', '=', snapshotId).execute()
  await trx.updateTable('ota_dry_runs').set({ seconds: null }).where('selection_id', '=', snapshotId).execute()
}

export type NewCampaign = {
  snapshotId: number
  plan: Plan
  name: string
  request: StoredRequest
  rollout: Rollout | null
  createdBy: number | null
}

/** The requested OTA of each SIM, as rows of `ota_jobs`; its step is 1 if a removal precedes it. */
function steps(kind: OtaKindName, { packageId, packageAid, params }: PlannedStep): RawBuilder<unknown> {
  return sql`
    select id, wave, ${kind}, case when remove_package_aid is null then 0 else 1 end, ${packageId}::bigint, ${packageAid}::text,
      ${JSON.stringify(params)}::jsonb
    from waved where reason is null`
}

/** The common table expression of the OTAs of each eligible SIM of `waved`. */
const wantedOtas = ({ kind, step }: Plan): RawBuilder<unknown> => sql`
    wanted as (
      select id as sim_id, wave, 'remove' as kind, 0 as step, remove_package_id as package_id, remove_package_aid as package_aid,
        jsonb_build_object('instanceAID', remove_instance_aid) as params
      from waved where reason is null and remove_package_aid is not null
      ${step ? sql`union all ${steps(kind, step)}` : sql``}
    )`

/** Creates the campaign and the OTAs of every eligible SIM in one statement. The ids of a SIM's OTAs are in the order of their steps. */
export async function insertCampaign(
  db: Db,
  { snapshotId, plan, name, request, rollout, createdBy }: NewCampaign,
): Promise<{ id: number; total: number; losing: number; removals: Removals }> {
  const begin = beginOf(rollout, new Date())
  const { rows } = await sql<{ id: number; total: number; losing: number; removals: Removals }>`
    with c as materialized (${classified(snapshotId, plan, { unconfirmed: notConfirmed(snapshotId, request) })}),
    ${waved(rollout)},
    campaign as (
      insert into campaigns (name, state, pause_cause, paused_at, released_wave, rollout, action, applet_type, package_id, module_aid,
        instance_aid, install_parameters, targets, filter, total, excluded, created_by)
      select ${name}, ${begin.state}, ${begin.pause}, case when ${begin.pause}::text is not null then now() end, ${begin.wave}::int,
        ${rollout && JSON.stringify(rollout)}::jsonb, ${plan.kind}, ${plan.appletType}::int, ${plan.package?.id ?? null}::bigint, ${plan.moduleAid},
        ${plan.instanceAid}, ${plan.installParameters}, ${JSON.stringify(request)}::jsonb,
        (select filter from sim_selections where id = ${snapshotId}), count(*) filter (where reason is null), count(*) filter (where reason is not null), ${createdBy}::bigint
      from c returning id, total
    ),
    ${wantedOtas(plan)},
    jobs as (
      insert into ota_jobs (campaign_id, sim_id, applet_type, kind, step, wave, package_id, package_aid, params, transport)
      select campaign.id, sim_id, ${plan.appletType}::int, kind, step, wave, package_id, package_aid, params, ${plan.step?.transport ?? 'session'}
      from campaign, wanted order by sim_id, step
    ),
    waves as (
      insert into campaign_waves (campaign_id, wave, sims, released_at)
      select campaign.id, wave, count(*), case when wave <= ${begin.wave}::int then now() end from campaign, waved
      where reason is null and ${rollout !== null} group by campaign.id, wave
    )
    select id, total, (select count(*) from c where ${loses}) as losing, ${removals} as removals from campaign
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('the campaign was not inserted')
  return row
}

/** Names the creator of a campaign that no member has started. */
export async function nameCreator(trx: Db, id: number, name: string): Promise<void> {
  await trx.updateTable('campaigns').set({ created_by_name: name }).where('id', '=', id).execute()
}
