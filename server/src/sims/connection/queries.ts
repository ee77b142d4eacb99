import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { connectionShown, onlineSince } from '../sql/shown-sim.ts'

/** Advisory lock for one node at a time: `sims` in ASCII. */
const lock = sql.lit(0x73696d73)

/** Runs `operation` unless another node runs it; true if it ran. */
export function runOnOneNode(db: Db, operation: (db: Db) => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(connection)
    if (!rows[0]?.locked) return false
    try {
      await operation(connection)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
    return true
  })
}

/** SIMs whose last poll is before this time are offline now. */
export async function onlineSinceNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`select ${onlineSince} as since`.execute(db)
  return rows[0]!.since
}

/** SIMs whose stored connection is a session, although the session has ended. */
export async function simsPastSession(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sims')
    .innerJoin('sim_contacts', 'sim_contacts.sim_id', 'sims.id')
    .select('sims.id')
    .where('sims.connection', '=', 2)
    .where(sql<SqlBool>`(sim_contacts.ota_open_until <= now()) is not false`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The last poll of a SIM, with its time to the microsecond. */
export type LastPoll = { lastPoll: string; simId: number }

/** SIMs whose last poll is after the given one, up to `until`, oldest first. */
export async function simsPolled(db: Db, { after, until, limit }: { after: LastPoll; until: Date; limit: number }): Promise<LastPoll[]> {
  const { rows } = await sql<LastPoll>`
    select last_poll::text as "lastPoll", sim_id as "simId" from sim_contacts
    where (last_poll, sim_id) > (${after.lastPoll}::timestamptz, ${after.simId}::bigint) and last_poll <= ${until}
    order by last_poll, sim_id limit ${limit}`.execute(db)
  return rows
}

export async function highestSimId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('sims')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** SIMs with ids above `after`, up to `upTo`, whose stored connection is outdated. */
export async function simsWithOutdatedConnection(db: Db, { after, upTo }: { after: number; upTo: number }): Promise<number[]> {
  const rows = await db
    .selectFrom('sims')
    .innerJoin('sim_contacts', 'sim_contacts.sim_id', 'sims.id')
    .select('sims.id')
    .where('sims.id', '>', after)
    .where('sims.id', '<=', upTo)
    .where(sql<SqlBool>`sims.connection <> ${connectionShown}`)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Updates the stored connection of these SIMs; returns those that changed. The rows are locked before their contacts are read, so that a
 * poll that arrives in between is included.
 */
export function updateConnections(db: Db, simIds: readonly number[]): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select id from sims where id = any(${simIds}) order by id for update`.execute(trx)
    const { rows } = await sql<{ id: number }>`
      update sims set connection = ${connectionShown} from sim_contacts
      where sims.id = any(${simIds}) and sim_contacts.sim_id = sims.id and sims.connection <> ${connectionShown}
      returning sims.id`.execute(trx)
    return rows.map(({ id }) => id)
  })
}
