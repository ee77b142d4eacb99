import { sql, type Updateable } from 'kysely'
import type { Uses } from '@simdeck/contract/errors.ts'
import type { PackageKey } from '@simdeck/contract/packages.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'
import { pollerSlotDigits } from '../poller-slots.ts'
import { openOta } from '../sql/open-ota.ts'

const stored = (db: Db) => db.selectFrom('packages').where('deleted_at', 'is', null)

/**
 * Locks the package, and all others of its AID, until the transaction ends, so that no campaign of them starts meanwhile. Undefined if the
 * package does not exist.
 */
export async function lockPackage(trx: Db, { packageAID, otaVersion, label }: PackageKey): Promise<number | undefined> {
  const rows = await stored(trx)
    .select(['id', 'ota_version', 'label'])
    .where('package_aid', '=', packageAID)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.find((row) => row.ota_version === otaVersion && row.label === label)?.id
}

/** Keeps others from deleting the package until the transaction ends; false if it is deleted. */
export async function keepPackage(trx: Db, id: number): Promise<boolean> {
  const row = await stored(trx).select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}

export async function writePackage(trx: Db, id: number, change: Updateable<Database['packages']>): Promise<void> {
  await trx
    .updateTable('packages')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** The labels of the packages with this AID and version. */
export async function labelsOf(db: Db, { packageAID, otaVersion }: PackageKey): Promise<string[]> {
  const rows = await stored(db).select('label').where('package_aid', '=', packageAID).where('ota_version', '=', otaVersion).execute()
  return rows.map(({ label }) => label)
}

/** Copies the package under the label, for which the caller stores the files in the same transaction; undefined if the label is taken. */
export async function copyPackage(
  trx: Db,
  { id, label, createdBy }: { id: number; label: string; createdBy: number | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into packages (package_aid, ota_version, label, type, name, applets, imports, load_length, load_sha256, built_at, contents,
      cap_file, load_file, notes, install_parameters, card_parameters, created_by)
    select package_aid, ota_version, ${label}, type, name, applets, imports, load_length, load_sha256, built_at, contents, '', '', notes,
      install_parameters, card_parameters, ${createdBy}::bigint
    from packages where id = ${id}
    on conflict (package_aid, ota_version, label) where deleted_at is null do nothing returning id`.execute(trx)
  return rows[0]?.id
}

/** The row stays, because OTAs and campaigns of the past name the package. */
export async function removeFiles(trx: Db, id: number): Promise<void> {
  await trx.updateTable('packages').set({ deleted_at: new Date(), cap_file: null, load_file: null }).where('id', '=', id).execute()
}

const maxCampaigns = 10

/**
 * The uses of the package. A SIM holds it as its other applet, by the last OTA of its AID, or as the running poller, which is known by
 * slot and version: it does not hold the package if another one with the same content stays.
 */
export async function usesOf(db: Db, id: number): Promise<Uses> {
  const { rows } = await sql<Uses>`
    with p as (select * from packages where id = ${id}),
    holding as (
      select s.id from sims s join p on s.other_package_id = p.id
      union
      select s.id from sims s join p on p.type = 'Poller' and s.poller_version = p.ota_version
        and left(s.poller_instance_aid, ${sql.lit(pollerSlotDigits)}) = left(p.package_aid, ${sql.lit(pollerSlotDigits)})
        and not exists (select 1 from packages twin where twin.id <> p.id and twin.package_aid = p.package_aid
          and twin.ota_version = p.ota_version and twin.load_sha256 = p.load_sha256 and twin.deleted_at is null)
      union
      select j.sim_id from p join campaigns c on c.package_id = p.id
        join ota_jobs j on j.campaign_id = c.id and j.package_id = p.id and j.kind = 'install' and j.status = 'Succeeded'
      where not exists (select 1 from ota_jobs later where later.sim_id = j.sim_id and later.id > j.id
        and later.package_aid = j.package_aid and later.status in ('Succeeded', 'NotFound'))
    ),
    open as (
      select c.id, c.name from campaigns c join p on c.package_id = p.id
          or exists (select 1 from ota_jobs j where j.campaign_id = c.id and j.package_id = p.id)
          or exists (select 1 from campaign_setup_parts s where s.campaign_id = -1 and p.id = any(s.package_ids || s.remove_package_ids))
        where c.finished_at is null
    )
    select (select count(*) from holding) as "simsHolding",
      (select count(distinct sim_id) from ota_jobs j join p on j.package_id = p.id where j.status in ${openOta}) as "simsAwaiting",
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id desc), '[]')
        from (select * from open order by id desc limit ${sql.lit(maxCampaigns)}) newest) as campaigns,
      greatest((select count(*) from open) - ${sql.lit(maxCampaigns)}, 0) as "moreCampaigns"`.execute(db)
  return rows[0]!
}
