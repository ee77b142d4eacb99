import { type RawBuilder, sql } from 'kysely'
import type { CertificateOrigin } from '@simdeck/contract/sim-certificates.ts'
import type { Db } from '../../platform/db/database.ts'
import { likePart } from '../../platform/db/like.ts'
import type { RevocationReason } from '../x509/extensions.ts'

export type SigningFilter = {
  status?: string | undefined
  signedBy?: string | undefined
  csrSubject?: string | undefined
  slotId?: number | undefined
  simId?: number | undefined
  iccid?: string | undefined
  createdAtFrom?: string | undefined
  createdAtTo?: string | undefined
}

export type SigningRow = {
  id: number
  ca_name: string
  subject: string
  serial: Buffer
  slot_id: number | null
  sim_id: number | null
  iccid: string | null
  cert_id: number | null
  origin: CertificateOrigin | null
  valid_from: Date
  valid_to: Date
  revoked_at: Date | null
  created_at: Date
}

function conditionOf(filter: SigningFilter): RawBuilder<unknown> {
  const conditions = [sql`x.kind = 'device'`]
  if (filter.status !== undefined) conditions.push(filter.status === 'Revoked' ? sql`x.revoked_at is not null` : sql`x.revoked_at is null`)
  if (filter.signedBy !== undefined) conditions.push(sql`x.ca_name = ${filter.signedBy}`)
  if (filter.csrSubject !== undefined) conditions.push(sql`x.subject ilike ${likePart(filter.csrSubject)}`)
  if (filter.slotId !== undefined) conditions.push(sql`c.slot_id = ${filter.slotId}`)
  if (filter.simId !== undefined) conditions.push(sql`x.sim_id = ${filter.simId}`)
  if (filter.iccid !== undefined) conditions.push(sql`x.iccid = ${filter.iccid}`)
  if (filter.createdAtFrom !== undefined) conditions.push(sql`x.created_at >= ${filter.createdAtFrom}::timestamptz`)
  if (filter.createdAtTo !== undefined) conditions.push(sql`x.created_at < ${filter.createdAtTo}::timestamptz`)
  return sql.join(conditions, sql` and `)
}

const tables = sql`certificates x left join sim_certificates c on c.certificate_id = x.id`

/** The tables that a condition needs. A signing has one certificate on a SIM at most. */
const countedTables = ({ slotId }: SigningFilter): RawBuilder<unknown> => (slotId === undefined ? sql`certificates x` : tables)

export async function countSignings(db: Db, filter: SigningFilter): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${countedTables(filter)} where ${conditionOf(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function selectSigningPage(
  db: Db,
  filter: SigningFilter,
  { take, skip }: { take: number; skip: number },
): Promise<SigningRow[]> {
  const { rows } = await sql<SigningRow>`
    select x.id, x.ca_name, x.subject, x.serial, c.slot_id, x.sim_id, x.iccid, c.id as cert_id, c.origin, x.valid_from, x.valid_to, x.revoked_at, x.created_at
    from ${tables} where ${conditionOf(filter)} order by x.id desc limit ${take} offset ${skip}`.execute(db)
  return rows
}

/** The certificates to revoke: those of rows of SIMs, or those of entries of the signing history. */
export type Revoked = { certIds: readonly number[] } | { signingIds: readonly number[] }

const isWanted = (wanted: Revoked): RawBuilder<boolean> =>
  'certIds' in wanted
    ? sql`x.id in (select c.certificate_id from sim_certificates c where c.id = any(${wanted.certIds}::bigint[]))`
    : sql`(x.kind = 'device' and x.id = any(${wanted.signingIds}::bigint[]))`

/** The number of those that exist, issued or not, and the subject of one. */
export async function selectWanted(db: Db, wanted: Revoked): Promise<{ known: number; subject: string | null }> {
  const from =
    'certIds' in wanted
      ? sql`select c.csr_subject as subject from sim_certificates c where c.id = any(${wanted.certIds}::bigint[])`
      : sql`select x.subject from certificates x where ${isWanted(wanted)}`
  const { rows } = await sql<{ known: number; subject: string | null }>`
    select count(*) as known, min(subject) as subject from (${from}) found`.execute(db)
  return rows[0] ?? { known: 0, subject: null }
}

/**
 * Revokes those certificates that are valid still. Returns their number, their rows of SIMs, and the CAs whose CRL is due. Certificates are
 * locked in the order of their ids, so that two calls wait for each other.
 */
export async function revokeIssued(
  trx: Db,
  wanted: Revoked,
  reason: RevocationReason,
): Promise<{ count: number; certIds: number[]; caIds: number[] }> {
  const { rows } = await sql<{ ca_id: number | null; cert_id: number | null }>`
    with wanted as (
      select x.id from certificates x where ${isWanted(wanted)} and x.revoked_at is null and x.valid_to > now() order by x.id for update
    ), revoked as (
      update certificates x set revoked_at = now(), revocation_reason = ${reason} from wanted where x.id = wanted.id returning x.id, x.ca_id
    ), changed as (
      update sim_certificates c set updated_at = now(), cert_status = case when c.cert_status in ('Issued', 'Writing', 'Active', 'Failed') then 'Revoked' else c.cert_status end
      from revoked where c.certificate_id = revoked.id returning c.id, c.certificate_id
    )
    select revoked.ca_id, changed.id as cert_id from revoked left join changed on changed.certificate_id = revoked.id`.execute(trx)
  const caIds = [...new Set(rows.flatMap(({ ca_id: ca }) => (ca === null ? [] : [ca])))].toSorted((one, other) => one - other)
  return { count: rows.length, certIds: rows.flatMap(({ cert_id: id }) => (id === null ? [] : [id])), caIds }
}
