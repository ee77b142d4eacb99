import { sql } from 'kysely'
import type { Remedy } from '@simdeck/contract/drift.ts'
import type { Db } from '../../platform/db/database.ts'

/** `changedSince`: an OTA that ended later has changed the card. */
export async function selectInventory(db: Db, simId: number) {
  const row = await db
    .selectFrom('sim_inventories')
    .select(['read_at', 'load_files', 'applications'])
    .select(
      sql<boolean>`exists (select 1 from ota_jobs j where j.sim_id = ${simId} and j.package_aid is not null and j.finished_at > read_at
        and j.started_at is not null)`.as('changed_since'),
    )
    .where('sim_id', '=', simId)
    .executeTakeFirst()
  if (!row) return null
  return { readAt: row.read_at, changedSince: row.changed_since, loadFiles: row.load_files, applications: row.applications }
}

type RecordedAids = { pollers: string[]; other: string | null; securityDomain: string | null }

/** The instances that the record of a SIM has: its pollers, that of its other applet, and the security domain of its keys. */
export async function selectRecordedAids(db: Db, simId: number): Promise<RecordedAids> {
  const row = await db
    .selectFrom('sims')
    .leftJoin('sim_keys', 'sim_keys.sim_id', 'sims.id')
    .select(['poller_instance_aid', 'standby_poller_instance_aid', 'other_instance_aid', 'security_domain_aid'])
    .where('sims.id', '=', simId)
    .executeTakeFirst()
  const pollers = [row?.poller_instance_aid ?? null, row?.standby_poller_instance_aid ?? null]
  return {
    pollers: pollers.filter((aid) => aid !== null),
    other: row?.other_instance_aid ?? null,
    securityDomain: row?.security_domain_aid ?? null,
  }
}

export type MeantPackageRow = {
  id: number
  package_aid: string
  ota_version: string
  label: string
  name: string
  library: boolean
  load_length: number
  deleted: boolean
  /** True for the package of the other applet in the record. */
  is_applet: boolean
  is_poller: boolean
  /** The campaign that removed it without bringing another one; null if none did. */
  lost_in: number | null
  /** The last install from here. */
  installed_in: number | null
  installed_at: Date | null
  params: Remedy['install']
}

/**
 * The packages that the SIM should hold: that of its applet, those that an OTA loaded and none removed since, and those that a campaign
 * removed before its install failed, unless the SIM has got an applet since.
 */
export async function selectMeantPackages(db: Db, simId: number): Promise<MeantPackageRow[]> {
  const { rows } = await sql<MeantPackageRow>`
    with done as materialized (
      select j.id, j.campaign_id, j.kind, j.package_id, j.package_aid, j.applet_type, j.status, coalesce(p.applets = '{}', false) as library
      from ota_jobs j left join packages p on p.id = j.package_id
      where j.sim_id = ${simId} and j.package_aid is not null and j.status in ('Succeeded', 'NotFound')
    ),
    last_ota as (select distinct on (package_aid) * from done order by package_aid, id desc),
    s as (select other_package_id, other_instance_aid from sims where id = ${simId}),
    lost as (
      select removal.package_id, removal.campaign_id from last_ota removal, s
      where removal.kind = 'remove' and removal.applet_type = 1 and removal.package_id is not null
        and exists (select from ota_jobs install where install.sim_id = ${simId} and install.campaign_id = removal.campaign_id
          and install.kind = 'install' and install.status in ('Failed', 'Blocked'))
        and (removal.library or (s.other_package_id is null and s.other_instance_aid is null
          and not exists (select from done later where later.id > removal.id and later.applet_type = 1 and not later.library)))
    ),
    held as (
      select other_package_id as id, true as is_applet, null::bigint as lost_in from s where other_package_id is not null
      union all
      select o.package_id, false, null from last_ota o, s
      where o.kind = 'install' and o.package_id is not null and o.package_aid is distinct from
        (select package_aid from packages where id = s.other_package_id)
      union all
      select package_id, false, campaign_id from lost
    )
    select p.id, p.package_aid, p.ota_version, p.label, p.name, p.applets = '{}' as library, p.load_length, p.deleted_at is not null as deleted,
      held.is_applet, p.type = 'Poller' as is_poller, held.lost_in, install.campaign_id as installed_in, install.finished_at as installed_at, install.params
    from held join packages p on p.id = held.id
      left join lateral (
        select campaign_id, finished_at, params from ota_jobs j
        where j.sim_id = ${simId} and j.kind = 'install' and j.status = 'Succeeded' and j.package_id = p.id order by j.id desc limit 1
      ) install on true
    order by held.is_applet desc, p.applets = '{}', p.name, p.package_aid`.execute(db)
  return rows
}

export type LaterOta = { kind: string; package_aid: string; version: string | null; modules: string[]; instance_aid: string | null }

/** The OTAs that changed the card of the SIM after a time, in their order. */
export async function selectLaterOtas(db: Db, simId: number, after: Date): Promise<LaterOta[]> {
  const { rows } = await sql<LaterOta>`
    select j.kind, j.package_aid, p.ota_version as version, coalesce(p.applets, '{}') as modules,
      coalesce(j.params ->> 'instanceAID', j.params ->> 'moduleAID') as instance_aid
    from ota_jobs j left join packages p on p.id = j.package_id
    where j.sim_id = ${simId} and j.package_aid is not null and j.kind in ('install', 'remove', 'remove-extra')
      and j.status in ('Succeeded', 'NotFound') and j.finished_at > ${after} order by j.id`.execute(db)
  return rows
}
