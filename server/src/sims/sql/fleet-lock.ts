import { sql } from 'kysely'
import { ApiError } from '@simdeck/contract/errors.ts'
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

/**
 * Holds the lock of `lockFleet` during work of several transactions, all of them on the given connection: if it is lost, they end with the
 * lock.
 */
export async function whileFleetIsLocked<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${fleetLock}::bigint)`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${fleetLock}::bigint)`.execute(connection)
    }
  })
}

/** Keeps others from `lockFleet` until the transaction ends, for changes that lock the rows of their SIMs. It is taken before these. */
export async function shareFleet(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${fleetLock}::bigint)`.execute(trx)
}

/** The time that a request waits for the fleet. The set-up of a campaign over all SIMs keeps it for up to a minute. */
const waitMs = 5_000

const wasTooLong = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

/** Takes a lock on the fleet for a request, within seconds. Throws `ApiError('fleetBusy')`, after which the transaction cannot go on. */
export async function withinWait(trx: Db, lock: typeof lockFleet | typeof shareFleet): Promise<void> {
  const { rows } = await sql<{ former: string }>`
    select current_setting('lock_timeout') as former, set_config('lock_timeout', ${String(waitMs)}, true)`.execute(trx)
  try {
    await lock(trx)
  } catch (error) {
    throw wasTooLong(error) ? new ApiError('fleetBusy', { retryAfterSeconds: 30 }) : error
  }
  await sql`select set_config('lock_timeout', ${rows[0]?.former ?? '0'}, true)`.execute(trx)
}
