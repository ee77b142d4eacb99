import { type SqlBool, sql } from 'kysely'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ListedCampaign } from '../setup-queries.ts'
import { reversals } from '../sql/reversals.ts'
import { listedParts } from '../sql/setup-parts.ts'

export type Reversible = { state: CampaignState; name: string; total: number; jobs: number; isReversible: boolean }

/** The campaign, with the number of its OTAs. Libraries, pollers and readings of the card are not reversible. */
export async function selectReversible(db: Db, id: number): Promise<Reversible | undefined> {
  const { rows } = await sql<Reversible>`
    select c.state, c.name, c.total, (select count(*) from ota_jobs where campaign_id = c.id) as jobs,
      c.action in ('install', 'remove') and c.applet_type = ${sql.lit(appletTypes.other)} and coalesce(p.applets <> '{}', true) as "isReversible"
    from campaigns c left join packages p on p.id = c.package_id where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the SIMs of a campaign in the order of their ids. */
export async function lockSimsOf(trx: Db, campaignId: number): Promise<void> {
  await sql<SqlBool>`select count(*) from (
    select id from sims where id in (select sim_id from ota_jobs where campaign_id = ${campaignId}) order by id for no key update
  ) locked`.execute(trx)
}

/** Keeps the packages that a campaign removed until the transaction ends, so that they can be installed again. */
export async function keepFormerPackages(trx: Db, campaignId: number): Promise<void> {
  await sql`
    select id from packages where id in (select package_id from ota_jobs where campaign_id = ${campaignId} and kind = 'remove')
    order by id for key share`.execute(trx)
}

/** The common table expression of the OTAs of each eligible SIM of `r`. */
const wantedOtas = sql`
    wanted as (
      select sim_id, 'remove' as kind, 0 as step, added_id as package_id, added_aid as package_aid,
        jsonb_build_object('instanceAID', added_instance) as params
      from r where reason is null and added_aid is not null
      union all
      select sim_id, 'install', case when added_aid is null then 0 else 1 end, before_id, p.package_aid, before_params
      from r join packages p on p.id = r.before_id where reason is null and was_removed
    )`

/** The kind of the reverse campaign, and its package if all eligible SIMs of `r` get the same one. */
const wantedAction = sql`case when bool_or(was_removed) filter (where reason is null) then 'install' else 'remove' end`
const wantedPackage = sql`case when count(distinct before_id) filter (where reason is null and was_removed) = 1
          then max(before_id) filter (where reason is null and was_removed) end`

/** Creates the reverse campaign with the OTAs of every eligible SIM. The ids of a SIM's OTAs are in the order of their steps. */
export async function insertRollback(
  trx: Db,
  { campaignId, simIds, name, createdBy }: { campaignId: number; simIds: readonly number[] | null; name: string; createdBy: number | null },
): Promise<{ id: number; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    with r as materialized (${reversals(campaignId, simIds)}),
    campaign as (
      insert into campaigns (name, state, action, applet_type, package_id, targets, total, excluded, created_by, rollback_of)
      select ${name}, 'running', ${wantedAction}, ${sql.lit(appletTypes.other)}, ${wantedPackage},
        '[]', count(*) filter (where reason is null), count(*) filter (where reason is not null), ${createdBy}::bigint, ${campaignId}::bigint
      from r returning id, total
    ),
    ${wantedOtas},
    jobs as (
      insert into ota_jobs (campaign_id, sim_id, applet_type, kind, step, package_id, package_aid, params)
      select campaign.id, sim_id, ${sql.lit(appletTypes.other)}, kind, step, package_id, package_aid, params
      from campaign, wanted order by sim_id, step
    )
    select id, total from campaign`.execute(trx)
  return rows[0]!
}

/** Creates the reverse campaign of all SIMs, whose OTAs are written later. `total` is the confirmed number. */
export async function insertRollbackToSetUp(
  trx: Db,
  { campaignId, name, createdBy, total }: { campaignId: number; name: string; createdBy: number | null; total: number },
): Promise<{ id: number; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    insert into campaigns (name, state, action, applet_type, targets, total, excluded, created_by, rollback_of)
    select ${name}, 'running', case when exists (select from ota_jobs where campaign_id = ${campaignId} and kind = 'remove' and status = 'Succeeded')
      then 'install' else 'remove' end, ${sql.lit(appletTypes.other)}, '[]', ${total}::int, 0, ${createdBy}::bigint, ${campaignId}::bigint
    returning id, total`.execute(trx)
  return rows[0]!
}

/** Lists every SIM that the rollback of a campaign changes, for the set-up of that rollback. */
export async function listReversals(trx: Db, rollbackId: number, campaignId: number): Promise<ListedCampaign> {
  const chosen = sql`
    select sim_id, 1 as wave, added_id as remove_package_id, added_aid as remove_package_aid, added_instance as remove_instance_aid,
      case when was_removed then before_id end as package_id, case when was_removed then p.package_aid end as package_aid,
      case when was_removed then before_params end as params
    from r left join packages p on p.id = r.before_id where reason is null`
  const { rows } = await sql<Omit<ListedCampaign, 'step'>>`
    with r as materialized (${reversals(campaignId, null)}),
    ${listedParts(rollbackId, chosen)}
    select count(*) filter (where reason is null) as total, count(*) filter (where reason is not null) as excluded,
      count(*) filter (where reason is null and added_aid is not null) + count(*) filter (where reason is null and was_removed) as otas,
      ${wantedAction} as action, ${wantedPackage} as "packageId"
    from r`.execute(trx)
  return { ...rows[0]!, step: null }
}

/** The rollback that the caller started for the same SIMs, at most as many as confirmed, and that has not ended. */
export async function selectOpenRollback(
  db: Db,
  requested: { campaignId: number; simIds: readonly number[] | null; confirmedCount: number | undefined; createdBy: number | null },
): Promise<number | undefined> {
  const { campaignId, simIds, confirmedCount, createdBy } = requested
  const { rows } = await sql<{ id: number }>`
    select c.id from campaigns c
    where c.rollback_of = ${campaignId} and c.finished_at is null and c.stopped_at is null and c.created_by = ${createdBy}::bigint
      and c.total <= coalesce(${confirmedCount ?? null}::int, c.total)
      and (${simIds}::bigint[] is null
        or c.total = (select count(distinct sim_id) from ota_jobs where campaign_id = c.id and sim_id = any(${simIds}::bigint[])))
    order by c.id desc limit 1`.execute(db)
  return rows[0]?.id
}
