import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { CrlRow, SignerRow } from '../tables.ts'
import type { RevocationReason } from '../x509/extensions.ts'

/** The days for which an expired certificate stays in the CRL: every CRL of that time names it (RFC 5280 §3.3). */
const daysAfterEnd = 7

type RevokedRow = { serial: Buffer; revoked_at: Date; revocation_reason: RevocationReason | null }

/** The revoked certificates of a CA for its CRL, oldest first. */
export async function selectRevoked(db: Db, caId: number): Promise<RevokedRow[]> {
  const { rows } = await sql<RevokedRow>`
    select serial, revoked_at, revocation_reason from certificates
    where ca_id = ${caId} and revoked_at is not null and valid_to > now() - make_interval(days => ${daysAfterEnd})
    order by revoked_at, id`.execute(db)
  return rows
}

/** The count of changes of a CA, and the number of its last CRL. */
export async function selectCrlState(db: Db, caId: number): Promise<{ revocations: number; number: number } | undefined> {
  const { rows } = await sql<{ revocations: number; number: number }>`
    select a.revocations, coalesce(l.number, 0) as number
    from certificate_authorities a left join authority_crls l on l.ca_id = a.id where a.id = ${caId}`.execute(db)
  return rows[0]
}

/** Stores a CRL; of two with one number, the first one stays. */
export async function storeCrl(db: Db, row: CrlRow): Promise<void> {
  const { ca_id: _, ...content } = row
  await db
    .insertInto('authority_crls')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('ca_id')
        .doUpdateSet(content)
        .where('authority_crls.number', '<', sql<number>`excluded.number`),
    )
    .execute()
}

/** CAs with a valid certificate whose CRL is missing, ends its interval or lacks a revocation, and those whose OCSP signer ends. */
export async function selectDue(db: Db, signerDays: number): Promise<{ id: number; crl: boolean; signer: boolean }[]> {
  const { rows } = await sql<{ id: number; crl: boolean; signer: boolean }>`
    select * from (
      select a.id, coalesce(l.next_at <= now() or l.revocations <> a.revocations, true) as crl,
        coalesce(s.valid_to < least(now() + make_interval(days => ${signerDays}), a.valid_to), true) as signer
      from certificate_authorities a
        left join authority_crls l on l.ca_id = a.id
        left join ocsp_signers s on s.ca_id = a.id
      where a.valid_to > now()) due
    where crl or signer order by id`.execute(db)
  return rows
}

export async function selectCrlNumber(db: Db, caId: number): Promise<number | undefined> {
  return (await db.selectFrom('authority_crls').select('number').where('ca_id', '=', caId).executeTakeFirst())?.number
}

export async function selectCrl(db: Db, caId: number): Promise<CrlRow | undefined> {
  return db.selectFrom('authority_crls').selectAll().where('ca_id', '=', caId).executeTakeFirst()
}

export async function selectSigners(db: Db): Promise<SignerRow[]> {
  return db.selectFrom('ocsp_signers').selectAll().execute()
}

export async function storeSigner(trx: Db, row: SignerRow): Promise<void> {
  const { ca_id: _, ...content } = row
  await trx
    .insertInto('ocsp_signers')
    .values(row)
    .onConflict((conflict) => conflict.column('ca_id').doUpdateSet(content))
    .execute()
}

export type KnownCertificate = { ca_id: number; serial: Buffer; revoked_at: Date | null; revocation_reason: RevocationReason | null }

/** The certificates of CAs with these serials. */
export async function selectStatuses(db: Db, keys: readonly { caId: number; serial: Uint8Array }[]): Promise<KnownCertificate[]> {
  const caIds = keys.map(({ caId }) => caId)
  const serials = keys.map(({ serial }) => Buffer.from(serial))
  const { rows } = await sql<KnownCertificate>`
    select c.ca_id, c.serial, c.revoked_at, c.revocation_reason
    from unnest(${caIds}::bigint[], ${serials}::bytea[]) wanted (ca_id, serial)
      join certificates c on c.ca_id = wanted.ca_id and c.serial = wanted.serial`.execute(db)
  return rows
}
