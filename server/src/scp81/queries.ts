import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

type KeyRow = Selectable<Database['sim_scp81_keys']>

/** The SIM with its display name, locked until the transaction ends if `locks` is true. */
export async function selectSim(db: Db, id: number, { locks }: { locks: boolean }) {
  const query = db.selectFrom('sims').select(['id', 'iccid', 'device_alias']).where('id', '=', id)
  return (locks ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

export async function selectKey(db: Db, simId: number): Promise<Omit<KeyRow, 'psk' | 'sim_id'> | undefined> {
  return db
    .selectFrom('sim_scp81_keys')
    .select(['identity', 'files_aid', 'trigger_tar', 'trigger_parameters', 'changed_at', 'seen_at'])
    .where('sim_id', '=', simId)
    .executeTakeFirst()
}

/** The sealed key of an identity, with the SIM that has it. */
export async function keyOfIdentity(db: Db, identity: string) {
  return db
    .selectFrom('sim_scp81_keys')
    .innerJoin('sims', 'sims.id', 'sim_scp81_keys.sim_id')
    .select(['sim_id', 'iccid', 'psk', 'files_aid'])
    .where('identity', '=', identity)
    .executeTakeFirst()
}

type Change = Omit<Updateable<Database['sim_scp81_keys']>, 'psk' | 'sim_id'> & { identity: string }

/** Sets the key of a SIM with all that belongs to it. Throws the error of the database for an identity that another SIM has. */
export async function writeKey(trx: Db, simId: number, psk: Buffer, fields: Change): Promise<void> {
  const change = { ...fields, psk, changed_at: new Date(), seen_at: null }
  await trx
    .insertInto('sim_scp81_keys')
    .values({ ...change, sim_id: simId })
    .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(change))
    .execute()
}

/** Changes what belongs to the key of a SIM. False if the SIM has no key. */
export async function changeKey(trx: Db, simId: number, fields: Change): Promise<boolean> {
  const change = { ...fields, changed_at: new Date() }
  const { numUpdatedRows } = await trx.updateTable('sim_scp81_keys').set(change).where('sim_id', '=', simId).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True if there was a key. */
export async function deleteKey(trx: Db, simId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('sim_scp81_keys').where('sim_id', '=', simId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records that an identity began a session, at most once a minute. */
export async function markSeen(db: Db, simId: number): Promise<void> {
  await sql`
    update sim_scp81_keys set seen_at = now()
    where sim_id = ${simId} and (seen_at is null or seen_at < now() - interval '1 minute')`.execute(db)
}
