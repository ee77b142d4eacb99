import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type LaterStep, type StepScope, waitsFor } from '../sql/waits-for.ts'
import type { NewSimCertificate, SimCertificateRow } from '../tables.ts'

/** The certificate that an OTA works on. */
export async function certificateOfOta(db: Db, otaId: number): Promise<SimCertificateRow | undefined> {
  return db.selectFrom('sim_certificates').selectAll().where('ota_id', '=', otaId).executeTakeFirst()
}

/** The certificate that an OTA works on, locked: a revocation that goes on at the same time is over, or waits. */
export async function lockCertificateOfOta(trx: Db, otaId: number): Promise<SimCertificateRow | undefined> {
  return trx.selectFrom('sim_certificates').selectAll().where('ota_id', '=', otaId).forUpdate().executeTakeFirst()
}

export async function lockCertificate(trx: Db, id: number): Promise<SimCertificateRow | undefined> {
  return trx.selectFrom('sim_certificates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertSimCertificate(trx: Db, row: NewSimCertificate): Promise<SimCertificateRow> {
  return trx.insertInto('sim_certificates').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a certificate. A key pair and a request get the time of the transaction, as the signature does. */
export async function changeSimCertificate(trx: Db, id: number, change: Partial<NewSimCertificate>): Promise<SimCertificateRow> {
  const now = sql<Date>`now()`
  return trx
    .updateTable('sim_certificates')
    .set({ ...change, ...(change.public_key && { key_pair_at: now }), ...(change.request && { request_at: now }), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The certificate of the SIM that waits for that step, the oldest first. */
export async function waitingCertificate(
  trx: Db,
  simId: number,
  step: LaterStep,
  scope: StepScope,
): Promise<{ id: number; template_id: number | null } | undefined> {
  const { rows } = await sql<{ id: number; template_id: number | null }>`
    select c.id, c.template_id from sim_certificates c where c.sim_id = ${simId} and not c.is_open and ${waitsFor(step, scope)} order by c.id limit 1 for update`.execute(
    trx,
  )
  return rows[0]
}

/** The key pairs of a slot that hold a certificate, the newest first; `isKept`: a device uses it, and nothing is to replace it. */
export async function keysInUse(trx: Db, simId: number, slotId: number): Promise<{ keyId: string; isKept: boolean }[]> {
  const { rows } = await sql<{ keyId: string; isKept: boolean }>`
    select key_object_id as "keyId", cert_status = 'Active' and management_status is distinct from 'NeedDelete' as "isKept"
    from sim_certificates where sim_id = ${simId} and slot_id = ${slotId} and key_pair_status <> 'Deleted'
      and (is_open or cert_status in ('Issued', 'Writing', 'Active')) order by id desc`.execute(trx)
  return rows
}

/** Ends the other certificates of the key pair of a row, which has replaced or deleted it. Returns their ids. */
export async function endReplaced(
  trx: Db,
  { id, sim_id: simId, key_object_id: key }: Pick<SimCertificateRow, 'id' | 'sim_id' | 'key_object_id'>,
): Promise<number[]> {
  const rows = await trx
    .updateTable('sim_certificates')
    .set({
      key_pair_status: 'Deleted',
      cert_status: sql`case when cert_status in ('Revoked', 'Expired') then cert_status else 'Deleted' end`,
      management_status: null,
      is_open: false,
      updated_at: sql<Date>`now()`,
    })
    .where('sim_id', '=', simId)
    .where('key_object_id', '=', key)
    .where('id', '<>', id)
    .where('key_pair_status', '<>', 'Deleted')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Ends the certificates of a SIM whose applet was removed or replaced, which deletes its keys and files. Returns their ids. */
export async function endWithApplet(trx: Db, simId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sim_certificates set key_pair_status = 'Deleted', management_status = null, is_open = false, updated_at = now(),
      cert_status = case when cert_status in ('Issued', 'Writing', 'Active', 'Failed') then 'Deleted' else cert_status end
    where sim_id = ${simId} and key_pair_status in ('Requested', 'Generated', 'Failed') returning id`.execute(trx)
  return rows.map((row) => row.id)
}

/** Marks the active certificates of the same slot for deletion after another one has become active. Returns their ids. */
export async function markReplaced(trx: Db, { id, sim_id: simId, slot_id: slotId }: SimCertificateRow): Promise<number[]> {
  const rows = await trx
    .updateTable('sim_certificates')
    .set({ management_status: 'NeedDelete', updated_at: sql<Date>`now()` })
    .where('sim_id', '=', simId)
    .where('slot_id', '=', slotId)
    .where('id', '<>', id)
    .where('active_at', 'is not', null)
    .where('key_pair_status', '<>', 'Deleted')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export type IssuedCertificate = { id: number; certificate: Buffer; is_revoked: boolean }

export async function issuedCertificate(db: Db, id: number): Promise<IssuedCertificate | undefined> {
  return db
    .selectFrom('certificates')
    .select(['id', 'certificate', sql<boolean>`revoked_at is not null`.as('is_revoked')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The certificate that was signed for this cause; a cause is signed once. */
export async function certificateOfCause(db: Db, requestKey: string) {
  return db.selectFrom('certificates').select(['id', 'valid_from', 'valid_to']).where('request_key', '=', requestKey).executeTakeFirst()
}

export async function iccidOf(db: Db, simId: number): Promise<string | null> {
  return (await db.selectFrom('sims').select('iccid').where('id', '=', simId).executeTakeFirst())?.iccid ?? null
}

/** The id of the default CA; undefined if there is none. */
export async function defaultAuthorityId(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('certificate_authorities').select('id').where('is_default', '=', true).executeTakeFirst())?.id
}

/** The states of certificates whose OTA has ended without success; returns their ids. */
export async function endAbandoned(trx: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sim_certificates c set is_open = false, updated_at = now(),
      key_pair_status = case when c.key_pair_status = 'Requested' then 'Failed' else c.key_pair_status end,
      csr_status = case when c.csr_status in ('Requested', 'Received') then 'None' else c.csr_status end,
      cert_status = case when c.cert_status = 'Writing' then 'Failed' else c.cert_status end
    where c.is_open and (c.ota_id is null or exists (select 1 from ota_jobs j where j.id = c.ota_id
      and j.status in ('Failed', 'Blocked', 'NotFound', 'Succeeded')))
    returning c.id`.execute(trx)
  return rows.map((row) => row.id)
}

/** Ends certificates whose validity is over, some at a time; returns their ids. */
export async function endExpired(trx: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sim_certificates set cert_status = 'Expired', updated_at = now()
    where id in (select id from sim_certificates where cert_status = 'Active' and valid_to <= now() order by valid_to limit ${limit})
    returning id`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Marks the active certificates that end within these days, and whose end the bell has not told, as told; the earliest first, some at a
 * time. `name`: that of the SIM.
 */
export async function markEndingTold(
  trx: Db,
  days: number,
  limit: number,
): Promise<{ id: number; simId: number; label: string; name: string }[]> {
  const { rows } = await sql<{ id: number; simId: number; label: string; name: string }>`
    update sim_certificates c set end_told = true from sims s
    where s.id = c.sim_id and c.id in (
      select id from sim_certificates where cert_status = 'Active' and not end_told and valid_to <= now() + make_interval(days => ${days})
      order by valid_to limit ${limit} for update)
    returning c.id, c.sim_id as "simId", c.label, coalesce(nullif(s.device_alias, ''), s.iccid) as name`.execute(trx)
  return rows
}
