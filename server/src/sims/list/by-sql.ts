import { sortOf } from '@simdeck/contract/list.ts'
import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { countMatching, countPolls, countValues, selectPage } from './queries.ts'

/** The answers of the fleet index (`FleetIndex`), found by reading every SIM in PostgreSQL. */
export const bySql = {
  /** The ids of a page, and the number of SIMs that match. */
  async page(
    db: Db,
    { filter, sort, skip, take }: { filter: SimFilter; sort: string | undefined; skip: number; take: number },
  ): Promise<{ ids: number[]; total: number }> {
    const [ids, total] = await Promise.all([selectPage(db, { filter, sort: sortOf(sort), skip, take }), countMatching(db, filter)])
    return { ids, total }
  },
  /** The SIMs that match per value of one filter, the most frequent values first. */
  values: (db: Db, filter: SimFilter, of: CountedFilter): Promise<ValueCount[]> => countValues(db, filter, of),
  /** The SIMs that match by their last poll: before these ascending times, between them, after them, and never. */
  polls: (db: Db, filter: SimFilter, times: readonly Date[]): Promise<number[]> => countPolls(db, filter, times),
}
