import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { IotSafeObject } from '@simdeck/contract/iot-safe-sims.ts'
import type { CapFacts, PackageFound, PackageKey, PackageType } from '@simdeck/contract/packages.ts'
import type { Db } from '../platform/db/database.ts'
import { openOta } from './sql/open-ota.ts'
import { likePart } from '../platform/db/like.ts'
import type { Database } from '../platform/db/schema.ts'
import { pollerSlotDigits } from './poller-slots.ts'
import type { StoredEntry } from './tables.ts'

/** A package without its bytes. */
export type PackageRow = Omit<Selectable<Database['packages']>, 'cap_file' | 'load_file' | 'sealed' | 'created_by' | 'deleted_at'>

const columns = [
  'packages.id',
  'packages.package_aid',
  'packages.ota_version',
  'packages.label',
  'packages.type',
  'packages.name',
  'packages.applets',
  'packages.imports',
  'packages.load_length',
  'packages.load_sha256',
  'packages.built_at',
  'packages.contents',
  'packages.notes',
  'packages.install_parameters',
  'packages.card_parameters',
  'packages.created_at',
  'packages.updated_at',
] as const

/**
 * Number of SIMs that hold the package. A poller is recognised by slot and version, because its POLL contains nothing more. A library is
 * recognised by the OTAs that loaded it, unless a later one removed it.
 */
const simsUsing = sql<number>`case packages.type
  when 'Poller' then (select count(*) from sims where sims.poller_version = packages.ota_version
    and left(sims.poller_instance_aid, ${sql.lit(pollerSlotDigits)}) = left(packages.package_aid, ${sql.lit(pollerSlotDigits)}))
  else (select count(*) from sims where sims.other_package_id = packages.id) end
  + case when packages.applets = '{}' then (select count(*) from campaigns join ota_jobs j on j.campaign_id = campaigns.id
    and j.status = 'Succeeded' and j.kind = 'install' where campaigns.package_id = packages.id
    and not exists (select 1 from ota_jobs later where later.sim_id = j.sim_id and later.id > j.id and later.package_aid = j.package_aid
      and later.status in ('Succeeded', 'NotFound'))) else 0 end`

const simsPending = sql<number>`(select count(*) from ota_jobs where ota_jobs.package_id = packages.id and ota_jobs.kind = 'install'
  and ota_jobs.status in ${openOta})`

export type PackageFilter = {
  packageAID?: string | undefined
  type?: PackageType | undefined
  library?: boolean | undefined
  search?: string | undefined
}

function matching(filter: PackageFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`packages.deleted_at is null`]
  if (filter.packageAID !== undefined) conditions.push(sql`packages.package_aid = ${filter.packageAID}`)
  if (filter.type !== undefined) conditions.push(sql`packages.type = ${filter.type}`)
  if (filter.library !== undefined) conditions.push(sql`(packages.applets = '{}') = ${filter.library}`)
  if (filter.search !== undefined) {
    conditions.push(
      sql`(packages.package_aid || ' ' || packages.ota_version || ' ' || packages.label || ' ' || packages.name) ilike ${likePart(filter.search)}`,
    )
  }
  return sql.join(conditions, sql` and `)
}

const sortKeys: Record<string, RawBuilder<unknown>> = {
  otaVersion: sql`string_to_array(packages.ota_version, '.')::int[]`,
  label: sql.ref('packages.label'),
  loadLength: sql.ref('packages.load_length'),
  builtAt: sql.ref('packages.built_at'),
  createdAt: sql.ref('packages.created_at'),
  updatedAt: sql.ref('packages.updated_at'),
  packageAID: sql.ref('packages.package_aid'),
}

export type CountedPackageRow = PackageRow & { created_by_name: string | null; sims_using: number; sims_pending: number }

const createdByName = sql<string | null>`(select members.name from members where members.id = packages.created_by)`

/** Packages, newest first by default. */
export async function selectPackagePage(
  db: Db,
  page: { filter: PackageFilter; sort: { field: string; order: 'ASC' | 'DESC' } | null; take: number; skip: number },
): Promise<CountedPackageRow[]> {
  const key = page.sort ? sortKeys[page.sort.field] : undefined
  const direction = sql.raw(page.sort?.order === 'ASC' ? 'asc' : 'desc')
  return db
    .selectFrom('packages')
    .select(columns)
    .select([createdByName.as('created_by_name'), simsUsing.as('sims_using'), simsPending.as('sims_pending')])
    .where(matching(page.filter))
    .orderBy(sql`${key ?? sql.ref('packages.created_at')} ${direction} nulls last`)
    .orderBy('packages.id', 'desc')
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

/** Packages whose AID, version, label or name contains each word of the text, newest first. */
export async function searchPackages(db: Db, text: string, take: number): Promise<PackageFound[]> {
  const words = text.split(/\s+/).map((search) => matching({ search }))
  return db
    .selectFrom('packages')
    .select(['package_aid as packageAID', 'ota_version as otaVersion', 'label', 'type', 'name'])
    .where(sql<SqlBool>`${sql.join(words, sql` and `)}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .execute()
}

export async function countPackages(db: Db, filter: PackageFilter): Promise<number> {
  const row = await db
    .selectFrom('packages')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function selectPackage(db: Db, key: PackageKey): Promise<CountedPackageRow | undefined> {
  return db
    .selectFrom('packages')
    .select(columns)
    .select([createdByName.as('created_by_name'), simsUsing.as('sims_using'), simsPending.as('sims_pending')])
    .where('package_aid', '=', key.packageAID)
    .where('ota_version', '=', key.otaVersion)
    .where('label', '=', key.label)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The label of this package AID, if there is one. */
export async function managedLabel(db: Db, packageAid: string): Promise<string | null> {
  const row = await db.selectFrom('managed_package_aids').select('label').where('package_aid', '=', packageAid).executeTakeFirst()
  return row?.label ?? null
}

/** Adds the AID if it is not managed yet. Returns its label, and keeps it from being deleted until the transaction ends. */
export async function keepManagedAid(trx: Db, aid: { packageAID: string; label: string; type: PackageType }): Promise<string> {
  const row = await trx
    .insertInto('managed_package_aids')
    .values({ package_aid: aid.packageAID, label: aid.label, type: aid.type })
    .onConflict((conflict) => conflict.column('package_aid').doUpdateSet({ package_aid: aid.packageAID }))
    .returning('label')
    .executeTakeFirstOrThrow()
  return row.label
}

/** Adds a package, for which the caller stores the files in the same transaction; undefined if its AID, version and label are taken. */
export async function insertPackage(
  trx: Db,
  { facts, label, createdBy }: { facts: CapFacts; label: string; createdBy: number | null },
): Promise<number | undefined> {
  const none = Buffer.alloc(0)
  const row = await trx
    .insertInto('packages')
    .values({
      package_aid: facts.packageAID,
      ota_version: facts.otaVersion,
      label,
      type: facts.type,
      name: facts.name,
      applets: facts.applets,
      imports: facts.imports,
      load_length: facts.loadLength,
      load_sha256: facts.loadSha256,
      built_at: facts.builtAt,
      contents: JSON.stringify(facts.contents),
      cap_file: none,
      load_file: none,
      created_by: createdBy,
    })
    .onConflict((conflict) => conflict.columns(['package_aid', 'ota_version', 'label']).where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type ManagedAidRow = Selectable<Database['managed_package_aids']> & { packages: number }

/** Managed AIDs, the fixed types first in their usual order. */
export async function selectManagedAids(db: Db): Promise<ManagedAidRow[]> {
  return db
    .selectFrom('managed_package_aids as managed')
    .selectAll('managed')
    .select(
      sql<number>`(select count(*) from packages where packages.package_aid = managed.package_aid and packages.deleted_at is null)`.as(
        'packages',
      ),
    )
    .orderBy(sql`array_position(array['Poller', 'Telemetry', 'MultiIMSI', 'IotSafe', 'custom'], managed.type)`)
    .orderBy('managed.id')
    .execute()
}

/** Replaces the stored content list of the card. */
export async function putInventory(
  trx: Db,
  simId: number,
  listed: { loadFiles: StoredEntry[]; applications: StoredEntry[] },
): Promise<void> {
  const columns = {
    read_at: new Date(),
    load_files: JSON.stringify(listed.loadFiles),
    applications: JSON.stringify(listed.applications),
  }
  await trx
    .insertInto('sim_inventories')
    .values({ sim_id: simId, ...columns })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(columns))
    .execute()
}

export async function putIotSafeList(
  trx: Db,
  simId: number,
  { freeOctets, objects }: { freeOctets: number; objects: IotSafeObject[] },
): Promise<void> {
  const columns = { read_at: new Date(), free_octets: freeOctets, objects: JSON.stringify(objects) }
  await trx
    .insertInto('iot_safe_lists')
    .values({ sim_id: simId, ...columns })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(columns))
    .execute()
}
