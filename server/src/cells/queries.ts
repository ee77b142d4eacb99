import { sql } from 'kysely'
import type { SimLocation } from '@simdeck/contract/sim-locations.ts'
import type { Db } from '../platform/db/database.ts'

type LocationRow = Omit<SimLocation, 'since' | 'until'> & { since: Date; until: Date | null }

/** The last base stations of a SIM, the newest first. */
export async function selectLocations(db: Db, simId: number, take: number): Promise<SimLocation[]> {
  const { rows } = await sql<LocationRow>`
    select shown.*, place.* from (
      select radio, mcc, mnc, lac, cell_id as "cellId", since, lead(left_previous) over (order by since) as until
      from sim_locations where sim_id = ${simId} order by since desc limit ${take}
    ) shown, lateral locate_cell(radio, mcc, mnc, lac, "cellId") place order by since desc`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString(), until: row.until?.toISOString() ?? null }))
}
