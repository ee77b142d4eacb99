import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { defaultRetries } from '@simdeck/contract/rollout.ts'
import { newestOtas } from '@simdeck/contract/ota-log.ts'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../platform/db/database.ts'
import { actionTypeOf } from '../packages/sql/action-type.ts'

export type OtaLogRow = {
  id: number
  campaign_id: number
  sim_id: number
  iccid: string
  device_alias: string | null
  wave: number
  applet_type: number | null
  action_type: number
  kind: OtaKindName
  status: OtaStatus
  code: number | null
  sw: string | null
  reason: string | null
  acked: number
  total: number
  interruptions: number
  attempts: number
  retries: number
  unanswered: number
  not_before: Date | null
  failed_command: string | null
  created_at: Date
  polled_at: Date | null
  channel_at: Date | null
  started_at: Date | null
  finished_at: Date | null
  updated_at: Date
  params: Record<string, unknown>
  package_aid: string | null
  ota_version: string | null
  label: string | null
  package_name: string | null
  managed_label: string | null
}

function otaLogs(db: Db) {
  return db
    .selectFrom('ota_jobs as j')
    .innerJoin('sims', 'sims.id', 'j.sim_id')
    .innerJoin('campaigns', 'campaigns.id', 'j.campaign_id')
    .leftJoin('packages', 'packages.id', 'j.package_id')
    .leftJoin('managed_package_aids as managed', 'managed.package_aid', 'j.package_aid')
    .select([
      'j.id',
      'j.campaign_id',
      'j.sim_id',
      'sims.iccid',
      'sims.device_alias',
      'j.wave',
      'j.applet_type',
      actionTypeOf('j.kind').as('action_type'),
      'j.kind',
      'j.status',
      'j.code',
      'j.sw',
      'j.reason',
      'j.acked',
      'j.total',
      'j.interruptions',
      'j.attempts',
      sql<number>`coalesce((campaigns.rollout ->> 'retries')::int, ${sql.lit(defaultRetries)})`.as('retries'),
      'j.unanswered',
      'j.not_before',
      'j.failed_command',
      'j.created_at',
      'j.polled_at',
      'j.channel_at',
      'j.started_at',
      'j.finished_at',
      'j.updated_at',
      'j.params',
      'packages.package_aid',
      'packages.ota_version',
      'packages.label',
      'packages.name as package_name',
      'managed.label as managed_label',
    ])
}

export async function selectOtaLogs(db: Db, ids: readonly number[]): Promise<OtaLogRow[]> {
  return otaLogs(db)
    .where(sql<SqlBool>`j.id = any(${ids})`)
    .orderBy('j.id')
    .execute()
}

export type OtaLogFilter = {
  simId?: number | undefined
  campaignId?: number | undefined
  status?: OtaStatus | undefined
  cancelled?: boolean | undefined
  iccid?: string | undefined
  code?: number | undefined
  sw?: string | undefined
  created_start?: string | undefined
  created_end?: string | undefined
}

/** Without a SIM or a campaign no index finds the matches: only the newest OTAs are read. */
const amongNewest = sql<SqlBool>`j.id >= coalesce((select id from ota_jobs order by id desc offset ${newestOtas - 1} limit 1), 0)`

function matching(filter: OtaLogFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (filter.simId !== undefined) conditions.push(sql`j.sim_id = ${filter.simId}`)
  if (filter.campaignId !== undefined) conditions.push(sql`j.campaign_id = ${filter.campaignId}`)
  if (filter.status !== undefined) conditions.push(sql`j.status = ${filter.status}`)
  if (filter.cancelled !== undefined) conditions.push(sql`(j.reason is not distinct from 'cancelled') = ${filter.cancelled}`)
  if (filter.iccid !== undefined) conditions.push(sql`j.sim_id = (select id from sims where iccid = ${filter.iccid})`)
  if (filter.code !== undefined) conditions.push(sql`j.code = ${filter.code}`)
  if (filter.sw !== undefined) conditions.push(sql`upper(j.sw) = ${filter.sw.toUpperCase()}`)
  if (filter.created_start !== undefined) conditions.push(sql`j.created_at >= ${filter.created_start}`)
  if (filter.created_end !== undefined) conditions.push(sql`j.created_at <= ${filter.created_end}`)
  if (filter.simId === undefined && filter.iccid === undefined && filter.campaignId === undefined) conditions.push(amongNewest)
  return sql.join(conditions, sql` and `)
}

export async function selectOtaLogPage(
  db: Db,
  page: { filter: OtaLogFilter; sort: { field: string; order: 'ASC' | 'DESC' } | null; take: number; skip: number },
): Promise<OtaLogRow[]> {
  const order = page.sort?.order === 'ASC' ? 'asc' : 'desc'
  return otaLogs(db)
    .where(matching(page.filter))
    .$if(page.sort !== null, (query) => query.orderBy(page.sort?.field === 'updated_at' ? 'j.updated_at' : 'j.created_at', order))
    .orderBy('j.id', order)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

export async function countOtaLogs(db: Db, filter: OtaLogFilter): Promise<number> {
  const row = await db
    .selectFrom('ota_jobs as j')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return row.total
}

/** The OTAs of these ids with their SIMs. */
export async function simsOfJobs(db: Db, jobIds: readonly number[]): Promise<{ id: number; sim_id: number }[]> {
  return db
    .selectFrom('ota_jobs')
    .select(['id', 'sim_id'])
    .where(sql<SqlBool>`id = any(${jobIds})`)
    .execute()
}
