import { copyOut } from '../../platform/db/copy.ts'
import type { OpenDatabase } from '../../platform/db/database.ts'
import { CopiedSims } from './copied-sims.ts'
import type { FleetData } from './data/fleet-data.ts'
import { everySim } from './queries.ts'

/** Fills the data with every SIM. */
export async function loadFleet(database: OpenDatabase, data: FleetData): Promise<void> {
  const pieces = await copyOut(database, everySim(database.db), 'format binary', [
    'enable_seqscan = on',
    'enable_hashjoin = on',
    'enable_mergejoin = on',
    'jit = off',
  ])
  const sims = new CopiedSims()
  for await (const piece of pieces) data.set(sims.read(piece as Buffer))
}
