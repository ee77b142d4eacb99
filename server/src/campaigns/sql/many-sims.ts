import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Gives the statements of this transaction room to sort and to hash many SIMs. */
export async function expectManySims(trx: Db): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(trx)
}

/**
 * Lets the statements of this transaction read tables whole. They join most SIMs, and PostgreSQL, which does not know a new list of SIMs,
 * would look up one SIM after the other.
 */
export async function readWholeTables(trx: Db): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(trx)
}
