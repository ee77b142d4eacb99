import { type RawBuilder, sql } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import { openOta } from '../../packages/sql/open-ota.ts'
import type { Db } from '../../platform/db/database.ts'
import { freeze, type Frozen } from '../../sims/sql/frozen-lists.ts'
import { outcomes } from '../sql/outcomes.ts'
import type { StoredRequest } from '../targets/plan.ts'

const missing = sql.lit('-')

/**
 * The SIMs that are Failed or Blocked in a campaign, without the cancelled ones, each with the OTA that decides and its cause as
 * `failureCauseOf` of the contract writes it. Only SIMs with such an OTA are read.
 */
function failedSims(campaignId: number, causes: readonly string[] | null): RawBuilder<unknown> {
  const having = sql`campaign_id = ${campaignId} and sim_id in (
    select sim_id from ota_jobs where campaign_id = ${campaignId} and status in ('Failed', 'Blocked'))`
  return sql`
    select * from (
      select o.sim_id, j.id as job_id, j.kind, j.applet_type, j.package_id, j.code, case when j.code = 500 then upper(j.sw) end as sw, j.reason,
        j.finished_at,
        concat_ws('/', coalesce(j.code::text, ${missing}), coalesce(case when j.code = 500 then upper(j.sw) end, ${missing}),
          coalesce(j.reason, ${missing})) as cause
      from ${outcomes(having)} o join ota_jobs j on j.id = o.job_id
      where o.status in ('Failed', 'Blocked') and not o.cancelled
    ) failed where ${causes}::text[] is null or cause = any(${causes}::text[])`
}

/** Freezes the SIMs that failed in a campaign as a snapshot. */
export function insertSnapshotOfFailed(
  db: Db,
  { campaignId, causes, createdBy }: { campaignId: number; causes: readonly string[] | null; createdBy: number | null },
): Promise<Frozen> {
  return freeze(db, sql`select sim_id from (${failedSims(campaignId, causes)}) f`, 'snapshot', createdBy)
}

export type CauseRow = { cause: string; code: number | null; sw: string | null; reason: string | null; count: number }

/** The causes of failure of a campaign, the most frequent one first. */
export async function selectCauses(db: Db, campaignId: number): Promise<CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    select cause, code, sw, reason, count(*) as count from (${failedSims(campaignId, null)}) f
    group by cause, code, sw, reason order by count desc, cause`.execute(db)
  return rows
}

export type ChangesSince = { polled: number; keysChanged: number; pollerChanged: number; succeeded: number; open: number }

/** The numbers of failed SIMs whose circumstances have changed since their failure. */
export async function countChanges(
  db: Db,
  { campaignId, causes, kind }: { campaignId: number; causes: readonly string[] | null; kind: OtaKindName },
): Promise<ChangesSince> {
  const later = (condition: RawBuilder<unknown>) => sql`exists (select from ota_jobs l where l.sim_id = f.sim_id and ${condition})`
  const { rows } = await sql<ChangesSince>`
    select count(*) filter (where contact.last_poll > f.finished_at) as polled,
      count(*) filter (where keys.changed_at > f.finished_at) as "keysChanged",
      count(*) filter (where ${later(sql`l.id > f.job_id and l.applet_type = 0 and l.status = 'Succeeded'`)}) as "pollerChanged",
      count(*) filter (where ${later(sql`l.id > f.job_id and l.campaign_id <> ${campaignId} and l.kind = ${kind} and l.status = 'Succeeded'
        and l.applet_type is not distinct from f.applet_type and l.package_id is not distinct from wanted.package_id`)}) as succeeded,
      count(*) filter (where ${later(sql`l.applet_type is not distinct from f.applet_type and l.status in ${openOta}`)}) as open
    from (${failedSims(campaignId, causes)}) f
      join campaigns on campaigns.id = ${campaignId}
      cross join lateral (select case when ${kind} = 'install' then campaigns.package_id else f.package_id end as package_id) wanted
      join sim_contacts contact on contact.sim_id = f.sim_id left join sim_keys keys on keys.sim_id = f.sim_id`.execute(db)
  return rows[0]!
}

export type RepeatableRow = {
  name: string
  action: OtaKindName
  targets: StoredRequest
  rollout: Rollout | null
  rollback_of: number | null
  filter: Record<string, string> | null
  created_at: Date
  package_id: number | null
  wakes_sims: boolean
}

export async function selectRepeatable(db: Db, id: number): Promise<RepeatableRow | undefined> {
  return db
    .selectFrom('campaigns')
    .select(['name', 'action', 'targets', 'rollout', 'rollback_of', 'filter', 'created_at', 'package_id'])
    .select(sql<boolean>`exists (select from campaign_wakes w where w.campaign_id = campaigns.id)`.as('wakes_sims'))
    .where('id', '=', id)
    .executeTakeFirst()
}

export type PackageFacts = {
  package_aid: string
  ota_version: string
  label: string
  name: string
  deleted: boolean
  /** Null if nothing was changed after the upload. */
  changed_at: Date | null
  install_parameters: string | null
  card_parameters: string | null
}

/** A package by its id, even a deleted one. */
export async function selectPackageFacts(db: Db, id: number): Promise<PackageFacts | undefined> {
  return db
    .selectFrom('packages')
    .select([
      'package_aid',
      'ota_version',
      'label',
      'name',
      'install_parameters',
      'card_parameters',
      sql<boolean>`deleted_at is not null`.as('deleted'),
      sql<Date | null>`nullif(updated_at, created_at)`.as('changed_at'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The highest version of a package AID that was added after a time and is higher than the given one. */
export async function selectNewerPackage(
  db: Db,
  { packageAid, otaVersion, after }: { packageAid: string; otaVersion: string; after: Date },
): Promise<{ package_aid: string; ota_version: string; label: string; name: string } | undefined> {
  const parts = (version: RawBuilder<unknown>) => sql`string_to_array(${version}, '.')::int[]`
  return db
    .selectFrom('packages')
    .select(['package_aid', 'ota_version', 'label', 'name'])
    .where('package_aid', '=', packageAid)
    .where('deleted_at', 'is', null)
    .where('created_at', '>', after)
    .where(sql<boolean>`${parts(sql`ota_version`)} > ${parts(sql`${otaVersion}::text`)}`)
    .orderBy(parts(sql`ota_version`), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
