import { sortOf } from '@simdeck/contract/list.ts'
import { type CountedFilter, maxValues, type ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MapCount, MapGrid } from '../sql/map-grid.ts'
import type { CodedField, Share } from '../sql/shares.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { countSquares } from './map-queries.ts'
import { countMatching, countPolls, countShares, countSignals, countValues, selectPage } from './queries.ts'

/**
 * The answers of the fleet index (`FleetIndex`), found by reading every SIM in PostgreSQL. They throw `ApiError('searchTooSlow')` if a
 * statement takes too long.
 */
export const bySql = {
  /** The ids of a page, and the number of SIMs that match. */
  async page(
    db: Db,
    { filter, sort, skip, take }: { filter: SimFilter; sort: string | undefined; skip: number; take: number },
  ): Promise<{ ids: number[]; total: number }> {
    const [ids, total] = await Promise.all([
      inTime(db, timeLimits.list, (trx) => selectPage(trx, { filter, sort: sortOf(sort), skip, take })),
      inTime(db, timeLimits.list, (trx) => countMatching(trx, filter)),
    ])
    return { ids, total }
  },
  /** The SIMs that match per value of one filter, the most frequent values first. */
  values: (db: Db, filter: SimFilter, of: CountedFilter, max = maxValues): Promise<ValueCount[]> =>
    inTime(db, timeLimits.list, (trx) => countValues(trx, filter, of, max)),
  /** The SIMs that match by their last poll: before these ascending times, between them, after them, and never. */
  polls: (db: Db, filter: SimFilter, times: readonly Date[]): Promise<number[]> =>
    inTime(db, timeLimits.list, (trx) => countPolls(trx, filter, times)),
  /** The SIMs that match for each combination of values, in no order. */
  shares: (db: Db, filter: SimFilter, of: readonly CodedField[]): Promise<Share[]> =>
    inTime(db, timeLimits.list, (trx) => countShares(trx, filter, of)),
  /** The SIMs that match by their RSRP: from each of these descending values on, weaker ones, and those without a value. */
  signals: (db: Db, filter: SimFilter, starts: readonly number[]): Promise<number[]> =>
    inTime(db, timeLimits.list, (trx) => countSignals(trx, filter, starts)),
  /** The SIMs that match by the squares of a map. */
  map: (db: Db, filter: SimFilter, grid: MapGrid): Promise<MapCount> =>
    inTime(db, timeLimits.list, (trx) => countSquares(trx, filter, grid)),
}
