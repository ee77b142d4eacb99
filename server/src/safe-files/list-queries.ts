import { type RawBuilder, sql } from 'kysely'
import type { fileSortFields } from '@simdeck/contract/sim-files.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import { openFileOta } from './sql/open-file-ota.ts'
import type { SimFileRow } from './tables.ts'

const periods = {
  createdAtFrom: sql`f.created_at >=`,
  createdAtTo: sql`f.created_at <`,
  updatedAtFrom: sql`f.updated_at >=`,
  updatedAtTo: sql`f.updated_at <`,
} as const
type PeriodName = keyof typeof periods

export type FileFilter = {
  iccid?: string | undefined
  objectLabel?: string | undefined
  status?: string | undefined
  managementStatus?: string | undefined
} & { [Name in PeriodName]?: string | undefined }

export type FileRow = Omit<SimFileRow, 'content'> & {
  octets: number
  is_current: boolean
  is_queued: boolean
  code: number | null
  sw: string | null
  reason: string | null
  iccid: string
  last_poll: Date | null
  campaign_id: number | null
  author: string | null
}

const shown = sql`f.id, f.sim_id, f.ota_id, f.is_open, f.label, f.object_id, f.capacity, f.delivery, f.status, f.management_status,
  f.active_at, f.created_by, f.created_by_name, f.created_at, f.updated_at, length(f.content) as octets,
  coalesce(f.written_sha256 = sha256(f.content), false) as is_current, s.iccid, contact.last_poll,
  q.campaign_id is not null as is_queued, coalesce(q.campaign_id, j.campaign_id) as campaign_id, j.code, j.sw, j.reason, coalesce(m.name, nullif(f.created_by_name, '')) as author`
const tables = sql`sim_files f join sims s on s.id = f.sim_id join sim_contacts contact on contact.sim_id = f.sim_id
  left join ota_jobs j on j.id = f.ota_id left join members m on m.id = f.created_by
  left join ota_jobs q on not f.is_open and q.id = (select o.id from ota_jobs o where ${openFileOta(sql`f.sim_id`)}
    and (o.params ->> 'fileId')::bigint = f.id)`

function conditionOf(filter: FileFilter, simId: number | null): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (simId !== null) conditions.push(sql`f.sim_id = ${simId}`)
  if (filter.iccid !== undefined) conditions.push(sql`s.iccid like ${likePart(filter.iccid)}`)
  if (filter.objectLabel !== undefined) conditions.push(sql`f.label ilike ${likePart(filter.objectLabel)}`)
  if (filter.status !== undefined) conditions.push(sql`f.status = ${filter.status}`)
  if (filter.managementStatus !== undefined) conditions.push(sql`f.management_status = ${filter.managementStatus}`)
  for (const [name, comparison] of Object.entries(periods) as [PeriodName, RawBuilder<unknown>][]) {
    const time = filter[name]
    if (time !== undefined) conditions.push(sql`${comparison} ${time}::timestamptz`)
  }
  return sql.join(conditions, sql` and `)
}

/** The tables that a condition or an order needs. */
const narrow = (needsSim: boolean): RawBuilder<unknown> => (needsSim ? sql`sim_files f join sims s on s.id = f.sim_id` : sql`sim_files f`)

export async function countFiles(db: Db, filter: FileFilter, simId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${narrow(filter.iccid !== undefined)} where ${conditionOf(filter, simId)}`.execute(db)
  return rows[0]?.count ?? 0
}

const sortColumns = {
  iccid: sql`s.iccid`,
  objectLabel: sql`f.label`,
  createdAt: sql`f.id`,
  updatedAt: sql`f.updated_at`,
} as const satisfies Record<(typeof fileSortFields)[number], unknown>

export type FileOrder = { field: keyof typeof sortColumns; isDescending: boolean } | null
export type FilePage = { filter: FileFilter; simId: number | null; order: FileOrder; take: number; skip: number }

/** A page of files. Without an order, the newest come first. */
export async function selectFilePage(db: Db, { filter, simId, order, take, skip }: FilePage): Promise<FileRow[]> {
  const direction = order?.isDescending === false ? sql`asc` : sql`desc`
  const column = sortColumns[order?.field ?? 'createdAt']
  const from = narrow(filter.iccid !== undefined || order?.field === 'iccid')
  const { rows } = await sql<FileRow>`
    with page as materialized (select f.id, ${column} as value from ${from} where ${conditionOf(filter, simId)}
      order by value ${direction}, f.id ${direction} limit ${take} offset ${skip})
    select ${shown} from ${tables} join page on page.id = f.id order by page.value ${direction}, f.id ${direction}`.execute(db)
  return rows
}

export async function selectFiles(db: Db, ids: readonly number[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`select ${shown} from ${tables} where f.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

export async function contentOf(db: Db, id: number): Promise<Buffer | undefined> {
  return (await db.selectFrom('sim_files').select('content').where('id', '=', id).executeTakeFirst())?.content
}
