import { type SqlBool, sql } from 'kysely'
import type { CampaignState } from '@simdeck/contract/ota.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { reversals } from '../sql/reversals.ts'

export type Reversible = { state: CampaignState; name: string; jobs: number; isReversible: boolean }

/** The campaign, with the number of its OTAs. Libraries, pollers and readings of the card are not reversible. */
export async function selectReversible(db: Db, id: number): Promise<Reversible | undefined> {
  const { rows } = await sql<Reversible>`
    select c.state, c.name, (select count(*) from ota_jobs where campaign_id = c.id) as jobs,
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

/** What the eligible SIMs of `r` get: the kind of the campaign, and its package if all get the same one. */
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

export type ListedRollback = { total: number; excluded: number; action: 'install' | 'remove'; packageId: number | null }

/** Lists the OTAs of every eligible SIM in `setup_otas`. */
export async function listReversals(trx: Db, campaignId: number): Promise<ListedRollback> {
  const { rows } = await sql<ListedRollback>`
    with r as materialized (${reversals(campaignId, null)}),
    ${wantedOtas},
    listed as (
      insert into setup_otas (sim_id, kind, step, wave, package_id, package_aid, params)
      select sim_id, kind, step, 1, package_id, package_aid, params from wanted order by sim_id, step
    )
    select count(*) filter (where reason is null) as total, count(*) filter (where reason is not null) as excluded,
      ${wantedAction} as action, ${wantedPackage} as "packageId"
    from r`.execute(trx)
  return rows[0]!
}
