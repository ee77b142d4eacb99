import { type RawBuilder, sql } from 'kysely'
import type { Plan } from '../../ota-kinds/kind.ts'
import { exclusion } from '../../ota-kinds/sql/exclusion-reason.ts'
import { openOta } from '../../packages/sql/open-ota.ts'
import { frozenIds } from '../../sims/sql/frozen-lists.ts'

/**
 * Every SIM of the snapshot with its classification by the plan. `reason` is null for an eligible SIM. The columns are those that OTAs and
 * waves need; `more` are others.
 */
export function classified(
  snapshotId: number,
  plan: Plan,
  { unconfirmed, more = sql`` }: { unconfirmed?: RawBuilder<unknown>; more?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { rules } = plan
  const firstReason = unconfirmed ? sql`when s.id in (${unconfirmed}) then 'notConfirmed'` : sql``
  return sql`
    select s.id, s.group_id, ${rules.kind} as kind, ${rules.removePackageId} as remove_package_id,
      ${rules.removePackageAid} as remove_package_aid, ${rules.removeInstanceAid} as remove_instance_aid, ${more}
      case ${firstReason} when ${plan.step?.transport !== 'sms'} and not s.has_keys then ${exclusion('noKeys')}
        when s.id in (select sim_id from quarantined_sims) then ${exclusion('quarantined')}
        when exists (select 1 from ota_jobs j where j.sim_id = s.id and j.applet_type is not distinct from ${plan.appletType}
          and j.status in ${openOta}) then ${exclusion('otaInProgress')}
        else ${rules.reason} end as reason
    from (${frozenIds(snapshotId)}) t (sim_id) join sims s on s.id = t.sim_id
      join sim_contacts contact on contact.sim_id = s.id left join packages held on held.id = s.other_package_id
      left join packages loaded on loaded.id = ${rules.loadedId}
      cross join lateral (select ${rules.missing} as missing, ${rules.importers} as importers) imports
`
}

/** The columns of a dry run besides, with what the SIM has now and what it loses. */
export const detailsOf = ({ rules }: Plan) => sql`contact.last_poll, contact.receive_buffer, ${rules.fromName} as from_name,
  ${rules.fromVersion} as from_version, ${rules.lostName} as lost_name, ${rules.lostVersion} as lost_version, missing, importers,`

/** A SIM that loses an applet, or a version of a library, before it gets another. */
export const loses = sql`(reason is null and kind <> 'remove' and remove_package_aid is not null)`
