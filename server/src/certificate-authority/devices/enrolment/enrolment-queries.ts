import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { SimCertificateRow } from '../../tables.ts'

/** A certificate on a SIM that a device has presented, and the facts of its issuance. `is_revoked`: it, or the last one in its place. */
export type PresentedRow = SimCertificateRow & { ca_id: number; is_revoked: boolean; is_in_time: boolean }

/**
 * The certificate on a SIM with these octets, locked, so that the requests of a device wait for each other. Every column of
 * `sim_certificates` is read after the lock.
 */
export async function lockPresented(
  trx: Db,
  { serial, certificate }: { serial: Uint8Array; certificate: Uint8Array },
): Promise<PresentedRow | undefined> {
  const { rows } = await sql<PresentedRow>`
    select c.*, x.ca_id, now() >= x.valid_from and now() < x.valid_to as is_in_time,
      x.revoked_at is not null or coalesce((select y.revoked_at is not null from sim_certificates later
        join certificates y on y.id = later.certificate_id where later.renews_id = c.id order by later.id desc limit 1), false) as is_revoked
    from certificates x join sim_certificates c on c.certificate_id = x.id
    where x.ca_id in (select id from certificate_authorities) and x.serial = ${Buffer.from(serial)} and x.kind = 'device'
      and x.certificate = ${Buffer.from(certificate)}
    for update of c`.execute(trx)
  return rows[0]
}

/** Certificates that the device of a SIM has asked for over EST within a day. */
export async function countOfDay(trx: Db, simId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sim_certificates
    where sim_id = ${simId} and origin = 'EST' and created_at > now() - interval '1 day'`.execute(trx)
  return rows[0]?.count ?? 0
}

export type EarlierRequest = SimCertificateRow & { is_recent: boolean }

/** The last request of the device for a certificate in place of this one with that subject; `is_recent`: it came within a day. */
export async function lastRequest(
  trx: Db,
  { renewsId, subject }: { renewsId: number; subject: Uint8Array },
): Promise<EarlierRequest | undefined> {
  const { rows } = await sql<EarlierRequest>`
    select c.*, c.created_at > now() - interval '1 day' as is_recent from sim_certificates c
    where c.renews_id = ${renewsId} and c.subject = ${Buffer.from(subject)} and c.key_pair_status <> 'Deleted'
    order by c.id desc limit 1 for update of c`.execute(trx)
  return rows[0]
}

/** Ends the earlier certificates of the key pair of a row. Returns their ids. */
export async function endFormer(
  trx: Db,
  { id, sim_id: simId, key_object_id: key }: Pick<SimCertificateRow, 'id' | 'sim_id' | 'key_object_id'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sim_certificates set key_pair_status = 'Deleted', management_status = null, updated_at = now(),
      cert_status = case when cert_status in ('Revoked', 'Expired') then cert_status else 'Deleted' end
    where sim_id = ${simId} and key_object_id = ${key} and id < ${id} and not is_open and key_pair_status <> 'Deleted'
    returning id`.execute(trx)
  return rows.map((row) => row.id)
}
