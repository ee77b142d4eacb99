import { sql } from 'kysely'
import { maxCountedCertificates } from '@simdeck/contract/certificate-authorities.ts'
import type { Db } from '../platform/db/database.ts'
import type { AuthorityRow, NewAuthority, NewCertificate } from './tables.ts'
import type { RevocationReason } from './x509/extensions.ts'

export async function selectAuthorities(db: Db): Promise<AuthorityRow[]> {
  return db.selectFrom('certificate_authorities').selectAll().orderBy('id').execute()
}

export async function selectAuthority(db: Db, id: number): Promise<AuthorityRow | undefined> {
  return db.selectFrom('certificate_authorities').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lets one transaction at a time change CAs: a change may concern several of them, and the order of their locks would differ. */
const lockChanges = (trx: Db) => sql`lock table certificate_authorities in share row exclusive mode`.execute(trx)

/** Locks a CA against other changes of it. */
export async function lockAuthority(trx: Db, id: number): Promise<AuthorityRow | undefined> {
  await lockChanges(trx)
  return trx.selectFrom('certificate_authorities').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Keeps the number of CAs until the end of the transaction. */
export async function countAuthoritiesLocked(trx: Db): Promise<number> {
  await lockChanges(trx)
  const { count } = await trx
    .selectFrom('certificate_authorities')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Throws a unique violation for a name in use. */
export async function insertAuthority(trx: Db, row: NewAuthority): Promise<number> {
  return (await trx.insertInto('certificate_authorities').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateAuthority(trx: Db, id: number, change: Partial<NewAuthority>): Promise<void> {
  await trx.updateTable('certificate_authorities').set(change).where('id', '=', id).execute()
}

export async function makeDefault(trx: Db, id: number): Promise<void> {
  await trx.updateTable('certificate_authorities').set({ is_default: false }).where('is_default', '=', true).execute()
  await trx.updateTable('certificate_authorities').set({ is_default: true }).where('id', '=', id).execute()
}

export async function removeAuthority(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('certificate_authorities').where('id', '=', id).execute()
}

/** Makes the next CRL of a CA due. */
export async function askForCrl(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('certificate_authorities')
    .set((set) => ({ revocations: set('revocations', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * True if CAs stand below the CA, templates or requests that it is to sign name it, or certificates of devices or CAs that it issued are still
 * valid. Revoked certificates of devices count until they end, because its CRL names them; those of an intermediate CA are refused with the
 * CA, whose own certificate is revoked when it is deleted.
 */
export async function isInUse(trx: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from certificate_authorities where parent_id = ${id})
      or exists (select 1 from identity_templates where authority_id = ${id})
      or exists (select 1 from sim_certificates where authority_id = ${id} and certificate_id is null and key_pair_status in ('Requested', 'Generated')
        and csr_status <> 'Rejected' and (is_open or csr_status = 'Verified'))
      or exists (select 1 from certificates where ca_id = ${id} and kind <> 'ocsp' and valid_to > now()
        and (revoked_at is null or (kind = 'device' and (select kind from certificate_authorities where id = ${id}) <> 'intermediate'))) as used
  `.execute(trx)
  return rows[0]?.used === true
}

/** Throws a unique violation if the CA has used the serial, or if the request has its certificate. */
export async function insertCertificate(trx: Db, row: NewCertificate): Promise<number> {
  return (await trx.insertInto('certificates').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Revokes the certificate of a CA with that serial, and makes its next CRL due. */
export async function revokeSerial(
  trx: Db,
  { caId, serial, reason }: { caId: number; serial: Uint8Array; reason: RevocationReason },
): Promise<void> {
  await trx
    .updateTable('certificates')
    .set({ revoked_at: sql<Date>`now()`, revocation_reason: reason })
    .where('ca_id', '=', caId)
    .where('serial', '=', Buffer.from(serial))
    .where('revoked_at', 'is', null)
    .execute()
  await askForCrl(trx, caId)
}

export type Publication = {
  ca_id: number
  issued: number
  revoked: number
  number: number | null
  entries: number | null
  octets: number | null
  made_at: Date | null
  next_at: Date | null
  crl_valid_to: Date | null
  signer_valid_to: Date | null
}

/** The numbers of certificates of the CAs, counted up to a limit, with their CRLs and OCSP signers. */
export async function selectPublications(db: Db, ids: readonly number[]): Promise<Publication[]> {
  const { rows } = await sql<Publication>`
    select a.id as ca_id,
      (select count(*) from (select 1 from certificates c where c.ca_id = a.id and c.kind <> 'ocsp'
        limit ${maxCountedCertificates}) one) as issued,
      (select count(*) from (select 1 from certificates c where c.ca_id = a.id and c.revoked_at is not null
        limit ${maxCountedCertificates}) one) as revoked,
      l.number, l.entries, octet_length(l.crl) as octets, l.made_at, l.next_at, l.valid_to as crl_valid_to,
      s.valid_to as signer_valid_to
    from certificate_authorities a
      left join authority_crls l on l.ca_id = a.id
      left join ocsp_signers s on s.ca_id = a.id
    where a.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
