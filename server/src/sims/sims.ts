import type { Sim } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import { selectSims } from './queries.ts'
import { simShape } from './sim-shape.ts'

/** The SIMs with these ids as the API shows them, in the order of ids; deleted ones are absent. */
export async function simsByIds(db: Db, ids: readonly number[]): Promise<Sim[]> {
  if (ids.length === 0) return []
  const rows = await selectSims(db, ids)
  return rows.map(simShape)
}
