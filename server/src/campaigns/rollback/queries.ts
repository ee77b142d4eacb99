import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { RollbackExclusion, RollbackPlan } from '@simdeck/contract/rollback.ts'
import { openOta } from '../../packages/sql/open-ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CampaignState } from '@simdeck/contract/ota.ts'

const reason = (name: RollbackExclusion) => sql.lit(name)

/**
 * The SIMs that a campaign changed, with what a rollback does: it removes the applet of the campaign (`added_aid`), and installs the package
 * of before (`before_id`). `reason` is null for an eligible SIM.
 */
function reversals(campaignId: number, simIds: readonly number[] | null): RawBuilder<unknown> {
  const jobs = (kind: 'install' | 'remove') => sql`(select * from ota_jobs where campaign_id = ${campaignId} and kind = ${kind}
    and (${simIds}::bigint[] is null or sim_id = any(${simIds})))`
  return sql`
    select changed.*, former.params as before_params, case when not s.has_keys then ${reason('noKeys')}
      when exists (select from ota_jobs o where o.sim_id = changed.sim_id and o.applet_type = ${sql.lit(appletTypes.other)}
        and o.status in ${openOta}) then ${reason('otaInProgress')}
      when exists (select from ota_jobs l where l.sim_id = changed.sim_id and l.applet_type = ${sql.lit(appletTypes.other)} and l.id > changed.last_id
        and coalesce(l.channel_at, l.started_at) is not null) then ${reason('changedSince')}
      when changed.was_removed and (former.params is null or kept.id is null) then ${reason('unknownBefore')} end as reason
    from (
      select coalesce(i.sim_id, u.sim_id) as sim_id, greatest(i.id, u.id) as last_id,
        case when i.status = 'Succeeded' then i.package_aid end as added_aid, case when i.status = 'Succeeded' then i.package_id end as added_id,
        i.params ->> 'instanceAID' as added_instance,
        coalesce(u.status = 'Succeeded', false) as was_removed, u.id as removal_id, u.package_id as before_id
      from ${jobs('install')} i full join ${jobs('remove')} u using (sim_id)
      where i.status = 'Succeeded' or u.status = 'Succeeded'
    ) changed
    join sims s on s.id = changed.sim_id
    left join packages kept on kept.id = changed.before_id and kept.deleted_at is null
    left join lateral (
      select params from ota_jobs e where changed.was_removed and e.sim_id = changed.sim_id and e.id < changed.removal_id and e.kind = 'install'
        and e.status = 'Succeeded' and e.package_id = changed.before_id order by e.id desc limit 1
    ) former on true`
}

export async function planRollback(db: Db, campaignId: number, simIds: readonly number[] | null): Promise<RollbackPlan> {
  const { rows } = await sql<RollbackPlan>`
    with r as materialized (${reversals(campaignId, simIds)})
    select count(*) as total, count(*) filter (where reason is null) as eligible,
      count(*) filter (where reason is null and added_aid is not null) as removals,
      (select coalesce(jsonb_agg(jsonb_build_object('packageAID', p.package_aid, 'otaVersion', p.ota_version, 'label', p.label, 'name', p.name,
          'count', count) order by count desc, p.id), '[]')
        from (select before_id, count(*) as count from r where reason is null and was_removed group by before_id) b
        join packages p on p.id = b.before_id) as restores,
      (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason), '[]')
        from (select reason, count(*) as count from r where reason is not null group by reason) e) as excluded
    from r`.execute(db)
  return rows[0]!
}

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

/** Creates the reverse campaign with the OTAs of every eligible SIM. The ids of a SIM's OTAs are in the order of their steps. */
export async function insertRollback(
  trx: Db,
  { campaignId, simIds, name, createdBy }: { campaignId: number; simIds: readonly number[] | null; name: string; createdBy: number | null },
): Promise<{ id: number; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    with r as materialized (${reversals(campaignId, simIds)}),
    campaign as (
      insert into campaigns (name, state, action, applet_type, package_id, targets, total, excluded, created_by, rollback_of)
      select ${name}, 'running', case when bool_or(was_removed) filter (where reason is null) then 'install' else 'remove' end,
        ${sql.lit(appletTypes.other)}, case when count(distinct before_id) filter (where reason is null and was_removed) = 1
          then max(before_id) filter (where reason is null and was_removed) end,
        '[]', count(*) filter (where reason is null), count(*) filter (where reason is not null), ${createdBy}::bigint, ${campaignId}::bigint
      from r returning id, total
    ),
    wanted as (
      select sim_id, 'remove' as kind, 0 as step, added_id as package_id, added_aid as package_aid,
        jsonb_build_object('instanceAID', added_instance) as params
      from r where reason is null and added_aid is not null
      union all
      select sim_id, 'install', case when added_aid is null then 0 else 1 end, before_id, p.package_aid, before_params
      from r join packages p on p.id = r.before_id where reason is null and was_removed
    ),
    jobs as (
      insert into ota_jobs (campaign_id, sim_id, applet_type, kind, step, package_id, package_aid, params)
      select campaign.id, sim_id, ${sql.lit(appletTypes.other)}, kind, step, package_id, package_aid, params
      from campaign, wanted order by sim_id, step
    )
    select id, total from campaign`.execute(trx)
  return rows[0]!
}
