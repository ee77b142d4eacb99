import { type RawBuilder, sql } from 'kysely'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { RollbackExclusion } from '@simdeck/contract/rollback.ts'
import { openOta } from '../../packages/sql/open-ota.ts'

const reason = (name: RollbackExclusion) => sql.lit(name)

/**
 * The SIMs that a campaign changed, with what a rollback does: it removes the applet of the campaign (`added_aid`), and installs the
 * package of before (`before_id`). `reason` is null for an eligible SIM.
 */
export function reversals(campaignId: number, simIds: readonly number[] | null): RawBuilder<unknown> {
  const jobs = (kind: 'install' | 'remove') => sql`(select * from ota_jobs where campaign_id = ${campaignId} and kind = ${kind}
    and (${simIds}::bigint[] is null or sim_id = any(${simIds})))`
  return sql`
    select changed.*, former.params as before_params, case when not s.has_keys then ${reason('noKeys')}
      when changed.sim_id in (select sim_id from quarantined_sims) then ${reason('quarantined')}
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
