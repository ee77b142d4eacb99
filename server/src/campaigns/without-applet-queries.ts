import { type RawBuilder, sql } from 'kysely'
import type { WithoutApplet } from '@simdeck/contract/ota.ts'
import type { Db } from '../platform/db/database.ts'
import { openOta } from '../packages/sql/open-ota.ts'
import { loadedPackage } from '../ota-kinds/sql/installable.ts'
import { freeze, type Frozen } from '../sims/sql/frozen-lists.ts'

/**
 * The SIMs that lost their applet or library in a campaign: the removal succeeded, the install failed, the SIM still has no replacement,
 * and no OTA that could bring one is open. Each row has the package that the SIM had and the parameters of the OTA that installed it.
 */
const simsWithoutApplet = (campaignId: number): RawBuilder<unknown> => sql`
  select removal.sim_id, removal.package_id, removal.package_aid, earlier.params,
    md5(concat_ws('/', removal.package_id, removal.package_aid, earlier.params ->> 'moduleAID', earlier.params ->> 'instanceAID',
      lower(earlier.params ->> 'installParameters'), lower(earlier.params ->> 'cardParameters'))) as group_key
  from ota_jobs removal
    join ota_jobs install on install.campaign_id = removal.campaign_id and install.sim_id = removal.sim_id and install.kind = 'install'
    join sims s on s.id = removal.sim_id left join packages former on former.id = removal.package_id
    left join lateral (
      select params from ota_jobs e
      where e.sim_id = removal.sim_id and e.id < removal.id and e.kind = 'install' and e.status = 'Succeeded'
        and e.package_id = removal.package_id order by e.id desc limit 1
    ) earlier on true
  where removal.campaign_id = ${campaignId} and removal.applet_type = 1 and removal.kind = 'remove' and removal.status = 'Succeeded'
    and install.status in ('Failed', 'Blocked') and case when former.applets = '{}' then ${loadedPackage(sql`removal.package_aid`)} is null
      else s.other_package_id is null and s.other_instance_aid is null end
    and not exists (select 1 from ota_jobs o where o.sim_id = removal.sim_id and o.applet_type = 1
      and o.status in ${openOta})`

export type GroupRow = Pick<WithoutApplet, 'group' | 'count' | 'package' | 'library' | 'install'> & { package_aid: string }

export async function selectGroups(db: Db, campaignId: number, simId: number | null): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select b.group_key as group, count(*) as count, b.package_aid,
      case when p.id is not null then jsonb_build_object('packageAID', p.package_aid, 'otaVersion', p.ota_version, 'label', p.label,
        'name', p.name) end as package, coalesce(p.applets = '{}', false) as library,
      case when b.params ->> 'moduleAID' is not null then b.params end as install
    from (${simsWithoutApplet(campaignId)}) b left join packages p on p.id = b.package_id and p.deleted_at is null
    group by b.group_key, b.package_aid, p.id, b.params
    having ${simId}::bigint is null or bool_or(b.sim_id = ${simId}::bigint)
    order by count desc, b.group_key`.execute(db)
  return rows
}

/** Freezes the SIMs of a group. */
export function insertSnapshotOfGroup(
  db: Db,
  { campaignId, group, createdBy }: { campaignId: number; group: string; createdBy: number | null },
): Promise<Frozen> {
  return freeze(db, sql`select sim_id from (${simsWithoutApplet(campaignId)}) b where b.group_key = ${group}`, 'snapshot', createdBy)
}
