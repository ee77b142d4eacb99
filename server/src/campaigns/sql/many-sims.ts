import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Gives the statements of this transaction room to sort and to hash many SIMs. */
export async function expectManySims(trx: Db): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(trx)
}
