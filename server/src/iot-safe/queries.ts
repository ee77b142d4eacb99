import { type RawBuilder, sql } from 'kysely'
import type { IotSafeObject, IotSafeSim, iotSafeSortFields } from '@simdeck/contract/iot-safe-sims.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import { holdsIotSafe } from '../packages/sql/holds-iot-safe.ts'
import { newestCertificate, segment, simsOfSerial } from './segments-queries.ts'

export type IotSafeFilter = {
  search?: string | undefined
  iccid?: string | undefined
  segment?: string | undefined
  created_start?: string | undefined
  created_end?: string | undefined
  updated_start?: string | undefined
  updated_end?: string | undefined
  lastPolled_start?: string | undefined
  lastPolled_end?: string | undefined
}

export type IotSafeRow = {
  id: number
  iccid: string
  device_alias: string | null
  version: string | null
  objects: number | null
  free_octets: number | null
  read_at: Date | null
  newest: IotSafeSim['newest']
  valid: { certificates: number; earliestEnd: string | null }
  last_poll: Date | null
  created_at: Date
  updated_at: Date
}

const tables = sql`sims s join sim_contacts contact on contact.sim_id = s.id left join iot_safe_lists l on l.sim_id = s.id`
const shown = sql`s.id, s.iccid, s.device_alias, s.other_applet_version as version, jsonb_array_length(l.objects) as objects, l.free_octets,
  l.read_at, contact.last_poll, s.created_at, s.updated_at,
  (select jsonb_build_object('keyPairStatus', c.key_pair_status, 'csrStatus', c.csr_status, 'certStatus', c.cert_status,
      'deliveryType', c.delivery, 'managementStatus', c.management_status)
    from sim_certificates c where c.sim_id = s.id order by c.id desc limit 1) as newest,
  (select jsonb_build_object('certificates', count(*), 'earliestEnd', min(c.valid_to))
    from sim_certificates c where c.sim_id = s.id and c.cert_status = 'Active') as valid`

/** The beginning of a serial number as hex digits, with or without colons. */
const serialStart = /^[0-9a-f]{8,40}$/

function matching(search: string): RawBuilder<unknown> {
  const digits = search.replaceAll(/[: ]/g, '').toLowerCase()
  const named = sql`s.device_alias ilike ${likePart(search)} or s.iccid like ${likePart(search.replaceAll(' ', ''))}`
  return serialStart.test(digits) ? sql`(${named} or s.id in ${simsOfSerial(digits)})` : sql`(${named})`
}

const tablesFor = ({ segment: asked }: IotSafeFilter): RawBuilder<unknown> =>
  asked === undefined ? tables : sql`${tables} ${newestCertificate}`

const isPolledFilter = ({ lastPolled_start: start, lastPolled_end: end }: IotSafeFilter): boolean =>
  start !== undefined || end !== undefined

/** The tables that a condition needs. */
const countedTables = (filter: IotSafeFilter): RawBuilder<unknown> => sql`sims s
  ${isPolledFilter(filter) ? sql`join sim_contacts contact on contact.sim_id = s.id` : sql``}
  ${filter.segment === undefined ? sql`` : newestCertificate}`

function conditionOf(filter: IotSafeFilter): RawBuilder<unknown> {
  const conditions = [holdsIotSafe]
  if (filter.iccid !== undefined) conditions.push(sql`s.iccid like ${likePart(filter.iccid)}`)
  if (filter.search !== undefined) conditions.push(matching(filter.search))
  if (filter.segment !== undefined) conditions.push(sql`${segment} = ${filter.segment}`)
  const periods = { created: sql`s.created_at`, updated: sql`s.updated_at`, lastPolled: sql`contact.last_poll` } as const
  for (const [name, column] of Object.entries(periods) as [keyof typeof periods, RawBuilder<unknown>][]) {
    const [start, end] = [filter[`${name}_start`], filter[`${name}_end`]]
    if (start !== undefined) conditions.push(sql`${column} >= ${start}::timestamptz`)
    if (end !== undefined) conditions.push(sql`${column} < ${end}::timestamptz`)
  }
  return sql.join(conditions, sql` and `)
}

export async function countIotSafeSims(db: Db, filter: IotSafeFilter): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${countedTables(filter)} where ${conditionOf(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

const sortColumns = {
  iccid: sql`s.iccid`,
  readAt: sql`l.read_at`,
  last_polled_at: sql`contact.last_poll`,
  created_at: sql`s.created_at`,
  updated_at: sql`s.updated_at`,
} as const satisfies Record<(typeof iotSafeSortFields)[number], unknown>

export type IotSafeOrder = { field: keyof typeof sortColumns; isDescending: boolean } | null

/** A page of the SIMs with the applet. SIMs without a value of the field come last; without an order, the newest SIMs come first. */
export async function selectIotSafePage(
  db: Db,
  filter: IotSafeFilter,
  { order, take, skip }: { order: IotSafeOrder; take: number; skip: number },
): Promise<IotSafeRow[]> {
  const direction = order?.isDescending === false ? sql`asc` : sql`desc`
  const first = order ? sql`${sortColumns[order.field]} ${direction} nulls last, ` : sql``
  const { rows } = await sql<IotSafeRow>`
    select ${shown} from ${tablesFor(filter)} where ${conditionOf(filter)} order by ${first} s.id ${direction} limit ${take} offset ${skip}`.execute(
    db,
  )
  return rows
}

export type IotSafeDetails = IotSafeRow & { instance_aid: string; listed: IotSafeObject[] | null; changed_since: boolean }

/** Undefined for a SIM without the applet. `changed_since`: an OTA on the other applet of the SIM ended after the list was read. */
export async function selectIotSafeSim(db: Db, simId: number): Promise<IotSafeDetails | undefined> {
  const { rows } = await sql<IotSafeDetails>`
    select ${shown}, s.other_instance_aid as instance_aid, l.objects as listed,
      exists (select 1 from ota_jobs j where j.sim_id = s.id and j.kind in ('install', 'remove', 'remove-extra') and j.finished_at > l.read_at) as changed_since
    from ${tables} where ${holdsIotSafe} and s.id = ${simId}`.execute(db)
  return rows[0]
}

/** Locks the SIM, so that the calls that add files to it take turns; false if it does not hold the IoT SAFE applet. */
export async function lockIotSafeSim(trx: Db, simId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from sims s where s.id = ${simId} and ${holdsIotSafe} for no key update`.execute(trx)
  return rows.length > 0
}
