import type { Db } from '../platform/db/database.ts'

/** The highest counter stored for the SIM's CAP_AUTH_KEY; undefined if there is none. */
export async function pollCounterOf(db: Db, simId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('sim_keys')
    .innerJoin('poll_counters', 'poll_counters.cap_auth_fingerprint', 'sim_keys.cap_auth_fingerprint')
    .select('poll_counter')
    .where('sim_id', '=', simId)
    .executeTakeFirst()
  return row?.poll_counter
}
