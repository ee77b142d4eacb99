import { sql } from 'kysely'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from './database.ts'

/**
 * The times that statements may take, in milliseconds. `list`: to find SIMs for a list, a count or the palette. `selection`: to store the
 * SIMs of a selection, which may be all.
 */
export const timeLimits = { list: 30_000, selection: 120_000 }

const wasCancelled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014'

/** Does work in a transaction whose statements take at most `ms` each. Throws `ApiError('searchTooSlow')` if one takes longer. */
export async function inTime<Result>(db: Db, ms: number, work: (trx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(trx)
      return work(trx)
    })
  } catch (error) {
    throw wasCancelled(error) ? new ApiError('searchTooSlow') : error
  }
}
