import { sql } from 'kysely'
import type { MapArea } from '@simdeck/contract/map-area.ts'
import { weakBelowDbm } from '@simdeck/contract/sim-map.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MapCount, MapGrid, SquareCount } from '../sql/map-grid.ts'
import { simsMatching } from '../sql/sims-matching.ts'

type TotalRow = { total: number; located: number } & { [Edge in keyof MapArea]: number | null }

/** SIMs that match by the squares of a map. Reads every SIM. */
export async function countSquares(db: Db, filter: SimFilter, { longitudes, latitudes }: MapGrid): Promise<MapCount> {
  const tables = sql`sims join sim_contacts on sim_contacts.sim_id = sims.id where ${simsMatching(filter)}`
  const place = (value: string, edges: readonly number[]) => sql`width_bucket(${sql.ref(value)}, ${edges}::float8[]) - 1`
  const { rows } = await sql<SquareCount>`
    select * from (
      select ${place('longitude', longitudes)} as "column", ${place('latitude', latitudes)} as "row", count(*) as sims,
        count(*) filter (where sims.connection <> 0) as "on", count(rsrp) as measured,
        count(*) filter (where rsrp < ${sql.lit(weakBelowDbm)}) as weak, sum(longitude) as longitudes, sum(latitude) as latitudes
      from ${tables} and longitude is not null and latitude is not null group by 1, 2
    ) squares where "column" between 0 and ${longitudes.length - 2}::int and "row" between 0 and ${latitudes.length - 2}::int`.execute(db)
  const totals = await sql<TotalRow>`
    select count(*) as total, count(longitude) filter (where latitude is not null) as located, min(longitude) as west, max(longitude) as east,
      min(latitude) as south, max(latitude) as north from ${tables}`.execute(db)
  const { total, located, west, south, east, north } = totals.rows[0]!
  const isKnown = west !== null && south !== null && east !== null && north !== null
  return { squares: rows, total, located, extent: isKnown ? { west, south, east, north } : null }
}
