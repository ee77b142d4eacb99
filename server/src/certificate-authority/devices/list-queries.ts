import { type RawBuilder, sql } from 'kysely'
import type { CertStatus, certificateSortFields, RejectReason } from '@simdeck/contract/sim-certificates.ts'
import type { Db } from '../../platform/db/database.ts'
import { likePart } from '../../platform/db/like.ts'
import type { SimCertificateRow } from '../tables.ts'
import type { RevocationReason } from '../x509/extensions.ts'

export type CertificateFilter = {
  iccid?: string | undefined
  keyPairStatus?: string | undefined
  csrStatus?: string | undefined
  certStatus?: string | undefined
  managementStatus?: string | undefined
  origin?: string | undefined
} & { [Name in PeriodName]?: string | undefined }

const periods = {
  createdAtFrom: sql`c.created_at >=`,
  createdAtTo: sql`c.created_at <`,
  updatedAtFrom: sql`c.updated_at >=`,
  updatedAtTo: sql`c.updated_at <`,
  validFromStart: sql`c.valid_from >=`,
  validFromEnd: sql`c.valid_from <`,
  validToStart: sql`c.valid_to >=`,
  validToEnd: sql`c.valid_to <`,
} as const
type PeriodName = keyof typeof periods

export type CertificateRow = SimCertificateRow & {
  iccid: string
  last_poll: Date | null
  campaign_id: number | null
  code: number | null
  sw: string | null
  reason: string | null
  signed_by: string | null
  signed_at: Date | null
  serial: Buffer | null
  revoked_at: Date | null
  revocation_reason: RevocationReason | null
  reject_reason: RejectReason | null
}

const shown = sql`c.*, s.iccid, contact.last_poll, j.campaign_id, j.code, j.sw, j.reason, x.ca_name as signed_by, x.created_at as signed_at, x.serial, x.revoked_at, x.revocation_reason`
const tables = sql`sim_certificates c join sims s on s.id = c.sim_id join sim_contacts contact on contact.sim_id = c.sim_id
  left join certificates x on x.id = c.certificate_id left join ota_jobs j on j.id = c.ota_id`

function conditionOf(filter: CertificateFilter, simId: number | null): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (simId !== null) conditions.push(sql`c.sim_id = ${simId}`)
  if (filter.iccid !== undefined) conditions.push(sql`s.iccid like ${likePart(filter.iccid)}`)
  if (filter.keyPairStatus !== undefined) conditions.push(sql`c.key_pair_status = ${filter.keyPairStatus}`)
  if (filter.csrStatus !== undefined) conditions.push(sql`c.csr_status = ${filter.csrStatus}`)
  if (filter.certStatus !== undefined) conditions.push(sql`c.cert_status = ${filter.certStatus}`)
  if (filter.managementStatus !== undefined) conditions.push(sql`c.management_status = ${filter.managementStatus}`)
  if (filter.origin !== undefined) conditions.push(sql`c.origin = ${filter.origin}`)
  for (const [name, comparison] of Object.entries(periods) as [PeriodName, RawBuilder<unknown>][]) {
    const time = filter[name]
    if (time !== undefined) conditions.push(sql`${comparison} ${time}::timestamptz`)
  }
  return sql.join(conditions, sql` and `)
}

/** The tables that a condition or an order needs. */
const narrow = (needsSim: boolean): RawBuilder<unknown> =>
  needsSim ? sql`sim_certificates c join sims s on s.id = c.sim_id` : sql`sim_certificates c`

export async function countCertificates(db: Db, filter: CertificateFilter, simId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${narrow(filter.iccid !== undefined)} where ${conditionOf(filter, simId)}`.execute(db)
  return rows[0]?.count ?? 0
}

const sortColumns = {
  iccid: sql`s.iccid`,
  createdAt: sql`c.id`,
  updatedAt: sql`c.updated_at`,
  valid_from: sql`c.valid_from`,
  valid_to: sql`c.valid_to`,
} as const satisfies Record<(typeof certificateSortFields)[number], unknown>

export type CertificateOrder = { field: keyof typeof sortColumns; isDescending: boolean } | null

type Wanted = { filter: CertificateFilter; simId: number | null; order: CertificateOrder; take: number; skip: number }

/**
 * The ids of a page with their places, from the indexes. Rows without a value of the field come from an index of their own, because the
 * one of the field has them last in one direction only.
 */
function pageIds({ filter, simId, order, take, skip }: Wanted): RawBuilder<unknown> {
  const direction = order?.isDescending === false ? sql`asc` : sql`desc`
  const column = order ? sortColumns[order.field] : sql`c.id`
  const from = narrow(filter.iccid !== undefined || order?.field === 'iccid')
  const condition = conditionOf(filter, simId)
  const until = take + skip
  const filled = sql`(select c.id, ${column} as value from ${from} where ${condition} and ${column} is not null
    order by ${column} ${direction}, c.id ${direction} limit ${until})`
  const empty = sql`union all (select c.id, null from ${from} where ${condition} and c.valid_to is null order by c.id ${direction} limit ${until})`
  // A certificate has both ends of its validity or none.
  const mayBeEmpty = order?.field === 'valid_from' || order?.field === 'valid_to'
  return sql`select id, row_number() over (order by value ${direction} nulls last, id ${direction}) as place
    from (${filled} ${mayBeEmpty ? empty : sql``}) sought order by place limit ${take} offset ${skip}`
}

/** A page of certificates. Those without a value of the field come last; without an order, the newest come first. */
export async function selectCertificatePage(db: Db, wanted: Wanted): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    with page as materialized (${pageIds(wanted)})
    select ${shown} from ${tables} join page on page.id = c.id order by page.place`.execute(db)
  return rows
}

export async function selectCertificates(db: Db, ids: readonly number[]): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`select ${shown} from ${tables} where c.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** The DER of the certificate that was issued for a row. */
export async function selectIssued(db: Db, id: number): Promise<{ ca_id: number | null; certificate: Buffer } | undefined> {
  return db.selectFrom('certificates').select(['ca_id', 'certificate']).where('id', '=', id).executeTakeFirst()
}

export type Figures = {
  byStatus: { status: CertStatus; count: number }[]
  byAuthority: { name: string; count: number }[]
  weeks: { week: number; count: number }[]
}

/** The counts of certificates by state, of active ones by CA, and of active ones by the week from now in which they end. */
export async function selectFigures(db: Db): Promise<Figures> {
  const [byStatus, byAuthority, weeks] = await Promise.all([
    sql<Figures['byStatus'][number]>`select cert_status as status, count(*) as count from sim_certificates group by 1 order by 1`.execute(
      db,
    ),
    sql<Figures['byAuthority'][number]>`
      select x.ca_name as name, count(*) as count from sim_certificates c join certificates x on x.id = c.certificate_id
      where c.cert_status = 'Active' group by 1 order by 2 desc, 1 limit 50`.execute(db),
    sql<Figures['weeks'][number]>`
      select floor(extract(epoch from valid_to - date_trunc('day', now(), 'UTC')) / 604800)::int as week, count(*) as count
      from sim_certificates where cert_status = 'Active' group by 1 order by 1`.execute(db),
  ])
  return { byStatus: byStatus.rows, byAuthority: byAuthority.rows, weeks: weeks.rows }
}
