import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

type PollerRotationRow = Selectable<Database['sim_poller_key_rotations']> & { iccid: string }
/** New keys that the card has not proven. */
export type UnprovenRow = PollerRotationRow & { cap_auth_key: Buffer; encrypt_key: Buffer; proven_at: null }

/** The rotation of the poller keys of a SIM, unless other keys were registered since. */
export async function selectPollerRotation(db: Db, simId: number): Promise<PollerRotationRow | undefined> {
  return db
    .selectFrom('sim_poller_key_rotations as r')
    .innerJoin('sim_keys as k', 'k.sim_id', 'r.sim_id')
    .innerJoin('sims as s', 's.id', 'r.sim_id')
    .selectAll('r')
    .select('s.iccid')
    .where('r.sim_id', '=', simId)
    .where((where) =>
      where.or([
        where.and([where('r.proven_at', 'is', null), where('k.cap_auth_fingerprint', '=', where.ref('r.former_fingerprint'))]),
        where.and([where('r.proven_at', 'is not', null), where('k.cap_auth_fingerprint', '=', where.ref('r.cap_auth_fingerprint'))]),
      ]),
    )
    .executeTakeFirst()
}

export const isUnproven = (row: PollerRotationRow | undefined): row is UnprovenRow => row !== undefined && row.proven_at === null

/** Stores the new keys of a SIM in place of an earlier rotation. */
export async function putPollerRotation(trx: Db, row: Insertable<Database['sim_poller_key_rotations']>): Promise<void> {
  await trx.deleteFrom('sim_poller_key_rotations').where('sim_id', '=', row.sim_id).execute()
  await trx.insertInto('sim_poller_key_rotations').values(row).execute()
}

/** Gives the new keys of a SIM, which an earlier OTA may have put into the card, to another OTA. */
export async function takeOverPollerRotation(trx: Db, simId: number, otaId: number): Promise<void> {
  await trx.updateTable('sim_poller_key_rotations').set({ ota_id: otaId }).where('sim_id', '=', simId).execute()
}

/** Makes the new keys with that fingerprint the keys of the SIM, unless others were registered meanwhile. */
export async function adoptPollerRotation(trx: Db, simId: number, fingerprint: Buffer): Promise<void> {
  const sim = await trx.selectFrom('sims').select('id').where('id', '=', simId).forNoKeyUpdate().executeTakeFirst()
  const row = sim && (await selectPollerRotation(trx, simId))
  if (!isUnproven(row) || !row.cap_auth_fingerprint.equals(fingerprint)) return
  const { cap_auth_key, encrypt_key, cap_auth_fingerprint } = row
  const now = new Date()
  await trx
    .updateTable('sim_keys')
    .set({ cap_auth_key, encrypt_key, cap_auth_fingerprint, changed_at: now })
    .where('sim_id', '=', simId)
    .execute()
  await trx
    .updateTable('sim_poller_key_rotations')
    .set({ proven_at: now, cap_auth_key: null, encrypt_key: null })
    .where('sim_id', '=', simId)
    .execute()
}
