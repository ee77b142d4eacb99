import type { Sim } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import { selectSims } from './queries.ts'
import { simShape } from './sim-shape.ts'

/** The SIMs of these ids as the API shows them, in the order of ids; those that are gone are left out. */
export async function simsByIds(db: Db, ids: readonly number[]): Promise<Sim[]> {
  if (ids.length === 0) return []
  const rows = await selectSims(db, ids)
  return rows.map(simShape)
}
