import { type RawBuilder, sql } from 'kysely'
import type { DifferenceKind, Remedy } from '@simdeck/contract/drift.ts'
import { partsOfExtra } from '@simdeck/contract/extra-content.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { isLosable } from '../certificate-authority/sql/losable.ts'
import { openOta } from '../packages/sql/open-ota.ts'
import { likePart } from '../platform/db/like.ts'
import type { Db } from '../platform/db/database.ts'
import type { StoredDifference } from '../packages/content/differences.ts'

const iotSafeAids = sql`(${sql.lit(fixedAids.iotSafe.packageAid)}, ${sql.lit(fixedAids.iotSafe.moduleAid)})`

type DifferenceFilter = {
  kind?: DifferenceKind | undefined
  search?: string | undefined
  /** Only rows that follow this one, in descending order. */
  after?: { id: number; read_at: Date } | undefined
}

function matching({ kind, search, after }: DifferenceFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (kind !== undefined) conditions.push(sql`d.kind = ${kind}`)
  if (after !== undefined) conditions.push(sql`(d.read_at, d.sim_id) < (${after.read_at}, ${after.id})`)
  if (search !== undefined)
    conditions.push(
      sql`concat_ws(' ', s.iccid, s.device_alias, p.name, p.ota_version, d.differences -> 0 ->> 'aid') ilike ${likePart(search)}`,
    )
  return sql.join(conditions, sql` and `)
}

/** The registered package that an extra load file is, if there is one. */
const foundPackage = sql`(select q.id from packages q where d.kind = 'extra' and q.package_aid = d.differences -> 0 ->> 'aid'
  and q.ota_version = d.differences -> 0 ->> 'version' and q.deleted_at is null order by q.id desc limit 1)`

const keyOf = (table: string) => sql`case when ${sql.ref(`${table}.id`)} is not null then jsonb_build_object(
  'packageAID', ${sql.ref(`${table}.package_aid`)}, 'otaVersion', ${sql.ref(`${table}.ota_version`)}, 'label', ${sql.ref(`${table}.label`)},
  'name', ${sql.ref(`${table}.name`)}) end`

export type DifferingRow = {
  id: number
  iccid: string
  device_alias: string | null
  package: Remedy['package'] | null
  campaign_id: number | null
  remedy: string | null
  read_at: Date
  leading: StoredDifference
  others: number
}

export async function selectDifferingPage(
  db: Db,
  filter: DifferenceFilter,
  { order, take, skip }: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<DifferingRow[]> {
  const direction = sql.raw(order)
  const { rows } = await sql<DifferingRow>`
    select s.id, s.iccid, s.device_alias, ${keyOf('shown')} as package, d.campaign_id, d.remedy, d.read_at, d.differences -> 0 as leading,
      jsonb_array_length(d.differences) - 1 as others
    from (
      select d.* from sim_differences d join sims s on s.id = d.sim_id left join packages p on p.id = d.package_id
      where ${matching(filter)} order by d.read_at ${direction}, d.sim_id ${direction} limit ${take} offset ${skip}
    ) d
      join sims s on s.id = d.sim_id left join packages shown on shown.id = coalesce(d.package_id, ${foundPackage})
    order by d.read_at ${direction}, d.sim_id ${direction}`.execute(db)
  return rows
}

/** The number of matches, or `most` if there are more. */
export async function countDiffering(db: Db, filter: DifferenceFilter, most: number): Promise<number> {
  const joined = filter.search === undefined ? sql`` : sql`join sims s on s.id = d.sim_id left join packages p on p.id = d.package_id`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from sim_differences d ${joined} where ${matching(filter)} limit ${most}) d`.execute(db)
  return rows[0]!.total
}

type CountedFleet = {
  sims: number
  read: number
  kinds: Partial<Record<DifferenceKind, number>>
  last_read_at: string | null
  /** SIMs with a difference whose cards were never read: those that do not have the recorded key version. */
  unread_differing: number
}

/** Reads the index of every SIM and of every content list once. */
export async function countFleet(db: Db): Promise<CountedFleet> {
  const { rows } = await sql<CountedFleet>`
    select (select count(*) from sims) as sims, (select count(*) from sim_inventories) as read,
      (select count(*) from sim_differences d where d.kind = 'keyVersion'
        and not exists (select from sim_inventories i where i.sim_id = d.sim_id)) as unread_differing,
      (select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, count(*) as n from sim_differences group by kind) k) as kinds,
      (select to_char(max(read_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from sim_inventories) as last_read_at`.execute(db)
  return rows[0]!
}

type RemedyRow = { group: string; count: number; package: Remedy['package']; library: boolean; params: Remedy['install'] }

/** The remedies with the most SIMs. The install parameters of a group are the same for all its SIMs. */
export async function selectRemedies(
  db: Db,
  filter: { kind?: DifferenceKind | undefined; group?: string | undefined },
): Promise<RemedyRow[]> {
  const ofKind = filter.kind === undefined ? sql`` : sql`and kind = ${filter.kind}`
  const ofGroup = filter.group === undefined ? sql`` : sql`and remedy = ${filter.group}`
  const { rows } = await sql<RemedyRow>`
    select g.remedy as group, g.count, ${keyOf('p')} as package, p.applets = '{}' as library, install.params
    from (
      select remedy, count(*) as count, min(sim_id) as sim_id from sim_differences where remedy is not null ${ofKind} ${ofGroup}
      group by remedy order by count desc, remedy limit 100
    ) g
      join sim_differences d on d.sim_id = g.sim_id join packages p on p.id = d.package_id and p.deleted_at is null
      left join lateral (
        select params from ota_jobs j
        where j.sim_id = g.sim_id and j.kind = 'install' and j.status = 'Succeeded' and j.package_id = p.id order by j.id desc limit 1
      ) install on true
    order by g.count desc, g.remedy`.execute(db)
  return rows
}

type ExtraRow = {
  aid: string
  version: string | null
  package: Remedy['package'] | null
  count: number
  with_certificates: number
}

/** The extra content that most SIMs hold and that can be removed; with `extra`, that content only. */
export async function selectExtras(db: Db, extra: string | undefined): Promise<ExtraRow[]> {
  const parts = extra === undefined ? null : partsOfExtra(extra)
  const wanted = parts ? sql`and e ->> 'aid' = ${parts.aid} and (e ->> 'version') is not distinct from ${parts.version}::text` : sql``
  const { rows } = await sql<ExtraRow>`
    select g.aid, g.version, g.count, ${keyOf('p')} as package, case when g.aid in ${iotSafeAids} then g.certificates else 0 end as with_certificates
    from (
      select e ->> 'aid' as aid, e ->> 'version' as version, count(*) as count,
        count(*) filter (where e ->> 'aid' in ${iotSafeAids}
          and exists (select from sim_certificates c where c.sim_id = d.sim_id and ${isLosable})) as certificates
      from sim_differences d, jsonb_array_elements(d.differences) e
      where e ->> 'kind' = 'extra' and e -> 'protectedBy' = 'null' ${wanted}
      group by 1, 2 order by 3 desc, 1, 2 limit 100
    ) g
      left join lateral (select * from packages q where q.package_aid = g.aid and q.ota_version = g.version and q.deleted_at is null
        order by q.id desc limit 1) p on true
    order by g.count desc, g.aid, g.version`.execute(db)
  return rows
}

/** The number of key pairs and certificates that go with the IoT SAFE applet of the SIM. */
export async function countCertificates(db: Db, simId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sim_certificates c where c.sim_id = ${simId} and ${isLosable}`.execute(db)
  return rows[0]!.count
}

/** The registered packages under these AIDs, as `AID version`. */
export async function selectPackagesByVersion(db: Db, aids: readonly string[]) {
  if (aids.length === 0) return []
  return db
    .selectFrom('packages')
    .select(['id', 'package_aid', 'ota_version', 'label', 'name', 'applets'])
    .where('package_aid', 'in', aids)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

type CauseRow = { campaign_id: number; removed_at: Date | null; code: number | null; sw: string | null }

/** The removal of the package in a campaign, and the failure of the install that followed. */
export async function selectCause(db: Db, simId: number, { campaignId, packageId }: { campaignId: number; packageId: number }) {
  const { rows } = await sql<CauseRow>`
    select removal.campaign_id, removal.finished_at as removed_at, install.code, install.sw
    from ota_jobs removal join ota_jobs install on install.sim_id = removal.sim_id and install.campaign_id = removal.campaign_id
      and install.kind = 'install'
    where removal.sim_id = ${simId} and removal.campaign_id = ${campaignId} and removal.package_id = ${packageId} and removal.kind = 'remove'
    order by removal.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function selectFreeMemory(db: Db, simId: number): Promise<number | null> {
  const row = await db.selectFrom('sim_contacts').select('free_memory').where('sim_id', '=', simId).executeTakeFirst()
  return row?.free_memory ?? null
}

/** The SIMs with a difference of their content, locked in the order of their ids. `busy`: an OTA on the content of the card is open. */
export async function lockDiffering(trx: Db, simIds: readonly number[]) {
  const { rows } = await sql<{ id: number; busy: boolean; other_package_id: number | null; other_instance_aid: string | null }>`
    select s.id, s.other_package_id, s.other_instance_aid, exists (select from ota_jobs o where o.sim_id = s.id and (o.applet_type is not null or o.package_aid is not null)
      and o.status in ${openOta}) as busy
    from sims s where s.id = any(${simIds}::bigint[]) and exists (select from sim_differences d where d.sim_id = s.id
      and (d.kind <> 'keyVersion' or jsonb_array_length(d.differences) > 1))
    order by s.id for no key update of s`.execute(trx)
  return rows
}

/** Records that these differences of the SIM are as they should be. */
export async function putAccepted(trx: Db, simId: number, { fingerprints, by }: { fingerprints: string[]; by: string }): Promise<void> {
  const values = { differences: JSON.stringify(fingerprints), accepted_at: new Date(), accepted_by: by }
  await trx
    .insertInto('sim_accepted_differences')
    .values({ sim_id: simId, ...values })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(values))
    .execute()
}

/** The next SIMs with a content list, locked. */
export async function lockInventories(trx: Db, after: number, take: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from sims s where s.id in (
      select sim_id from sim_inventories where sim_id > ${after} order by sim_id limit ${take}
    ) order by s.id for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}
