import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'

/** Default key version number of a SIM: the first of the range that Amendment D gives to SCP03. */
const defaultKeyVersionNumber = 0x30

export type NewSimRow = Insertable<Database['sims']>
export type SimChange = Omit<Updateable<Database['sims']>, 'id' | 'iccid'>

/** Inserts a SIM; null if its ICCID exists already. */
export async function insertSim(trx: Db, sim: NewSimRow): Promise<number | null> {
  const row = await trx
    .insertInto('sims')
    .values(sim)
    .onConflict((conflict) => conflict.column('iccid').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks the SIM, as the engine does before it changes its OTAs. */
export async function lockSim(
  trx: Db,
  id: number,
  strength: 'forUpdate' | 'forNoKeyUpdate',
): Promise<Selectable<Database['sims']> | undefined> {
  return trx.selectFrom('sims').selectAll().where('id', '=', id)[strength]().executeTakeFirst()
}

export async function writeSim(trx: Db, id: number, change: SimChange): Promise<void> {
  await trx
    .updateTable('sims')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * All five keys, encrypted, and the fingerprint of CAP_AUTH_KEY. If a field is null, the stored value stays, or the default is stored.
 */
export type StoredKeys = Pick<
  Insertable<Database['sim_keys']>,
  'cap_auth_key' | 'encrypt_key' | 'scp03_enc' | 'scp03_mac' | 'scp03_dek' | 'cap_auth_fingerprint'
> & {
  security_domain_aid: string | null
  key_version_number: number | null
  security_level: number | null
}

export async function writeKeys(
  trx: Db,
  simId: number,
  { security_domain_aid: aid, key_version_number: kvn, security_level: level, ...keys }: StoredKeys,
  by: string,
): Promise<void> {
  const now = new Date()
  const written = { key_set_at: now, key_set_by: by, scp03_rotated_at: null, scp03_rotated_by: null }
  const target = {
    ...(aid === null ? {} : { security_domain_aid: aid }),
    ...(kvn === null ? {} : { key_version_number: kvn }),
    ...(level === null ? {} : { security_level: level }),
  }
  await trx
    .insertInto('sim_keys')
    .values({
      sim_id: simId,
      security_domain_aid: defaultSecurityDomainAid,
      key_version_number: defaultKeyVersionNumber,
      ...keys,
      ...target,
      ...written,
    })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet({ ...keys, ...target, ...written, changed_at: now }))
    .execute()
  await writeSim(trx, simId, { has_keys: true })
}

/** Changes the security level only; false if the SIM has no keys. */
export async function writeLevel(trx: Db, simId: number, level: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sim_keys')
    .set({ security_level: level, changed_at: new Date() })
    .where('sim_id', '=', simId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
