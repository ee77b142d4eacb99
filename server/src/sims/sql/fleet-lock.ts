import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Advisory lock: `flee` in ASCII. */
const fleetLock = sql.lit(0x666c6565)

/**
 * Lets no SIM be deleted, and no other campaign start, until the transaction ends, in place of locks on the rows of many SIMs. POLLs,
 * sessions and other changes of SIMs do not wait. It is taken before any row is locked.
 */
export async function lockFleet(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${fleetLock}::bigint)`.execute(trx)
}

/** Keeps others from `lockFleet` until the transaction ends, for changes that lock the rows of their SIMs. It is taken before these. */
export async function shareFleet(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${fleetLock}::bigint)`.execute(trx)
}
