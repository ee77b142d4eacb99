import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

export type KeysRow = Selectable<Database['sim_keys']> & { iccid: string }
export type RotationRow = Selectable<Database['sim_key_rotations']>

/** The keys of a SIM; null if it has none, undefined if there is no such SIM. */
export async function selectKeys(db: Db, simId: number): Promise<KeysRow | null | undefined> {
  const sim = await db.selectFrom('sims').select('iccid').where('id', '=', simId).executeTakeFirst()
  if (!sim) return undefined
  const keys = await db.selectFrom('sim_keys').selectAll().where('sim_id', '=', simId).executeTakeFirst()
  return keys ? { ...keys, iccid: sim.iccid } : null
}

export async function selectRotation(db: Db, simId: number): Promise<RotationRow | undefined> {
  return db.selectFrom('sim_key_rotations').selectAll().where('sim_id', '=', simId).executeTakeFirst()
}

/** Stores the new keys of a SIM in place of others that no OTA needs. */
export async function putRotation(trx: Db, row: Insertable<Database['sim_key_rotations']>): Promise<void> {
  await trx.deleteFrom('sim_key_rotations').where('sim_id', '=', row.sim_id).execute()
  await trx.insertInto('sim_key_rotations').values(row).execute()
}

/** Gives the new keys of a SIM, which an earlier OTA may have put into the card, to another OTA. */
export async function takeOverRotation(trx: Db, simId: number, otaId: number): Promise<void> {
  await trx.updateTable('sim_key_rotations').set({ ota_id: otaId, in_doubt: true }).where('sim_id', '=', simId).execute()
}

/** True if the OTA that sends the new keys has not ended. */
export async function isSending(db: Db, otaId: number): Promise<boolean> {
  const row = await db.selectFrom('ota_jobs').select('id').where('id', '=', otaId).where('status', 'in', openOtaStatuses).executeTakeFirst()
  return row !== undefined
}

export async function dropRotation(trx: Db, simId: number): Promise<void> {
  await trx.deleteFrom('sim_key_rotations').where('sim_id', '=', simId).execute()
}

/** Makes the new keys of a SIM its usual ones. */
export async function adoptRotation(trx: Db, simId: number): Promise<void> {
  await sql`
    with taken as (delete from sim_key_rotations where sim_id = ${simId} returning *)
    update sim_keys set key_version_number = taken.key_version_number, scp03_enc = taken.scp03_enc, scp03_mac = taken.scp03_mac,
      scp03_dek = taken.scp03_dek, changed_at = now(), scp03_rotated_at = now(),
      scp03_rotated_by = (select campaign_id from ota_jobs where ota_jobs.id = taken.ota_id)
    from taken where sim_keys.sim_id = taken.sim_id and sim_keys.security_domain_aid = taken.security_domain_aid`.execute(trx)
}

export async function writeSecurityDomain(trx: Db, simId: number, aid: string): Promise<void> {
  await trx.updateTable('sim_keys').set({ security_domain_aid: aid, changed_at: new Date() }).where('sim_id', '=', simId).execute()
  await trx
    .updateTable('sims')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', simId)
    .execute()
}

export async function campaignOf(db: Db, otaId: number): Promise<number | null> {
  return (await db.selectFrom('ota_jobs').select('campaign_id').where('id', '=', otaId).executeTakeFirst())?.campaign_id ?? null
}

/** Locks the SIM, and returns its shown name and the AID of its security domain; null for a SIM without keys. */
export async function lockKeys(trx: Db, simId: number): Promise<{ name: string; aid: string | null } | undefined> {
  const sim = await trx.selectFrom('sims').select(['device_alias', 'iccid']).where('id', '=', simId).forNoKeyUpdate().executeTakeFirst()
  if (!sim) return undefined
  const keys = await trx.selectFrom('sim_keys').select('security_domain_aid').where('sim_id', '=', simId).executeTakeFirst()
  return { name: sim.device_alias ?? sim.iccid, aid: keys?.security_domain_aid ?? null }
}
