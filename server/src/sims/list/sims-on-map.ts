import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimMap } from '@simdeck/contract/sim-map.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { clustersOf, gridOf } from '../sql/map-grid.ts'
import { bySql } from './by-sql.ts'

/** The SIMs that match in a part of the map, by its squares. */
export async function simsOnMap(db: Db, index: FleetIndex, query: QueryOf<typeof endpoints.getSimMap>, asker: Asker): Promise<SimMap> {
  const { view, zoom, ...filter } = query
  const grid = gridOf(view, zoom)
  const { squares, total, located, extent } = (await index.map({ filter, grid }, asker)) ?? (await bySql.map(db, filter, grid))
  return { clusters: clustersOf(squares, grid), total, located, extent }
}
