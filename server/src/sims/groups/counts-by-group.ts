import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { bySql } from '../list/by-sql.ts'

/** More groups than an installation has: every group is counted. */
const everyGroup = 1_000_000

/** The numbers of SIMs that match by the id of their group, 0 for no group. Without the index, PostgreSQL reads every SIM. */
export async function countsByGroup(db: Db, index: FleetIndex, filter: SimFilter, asker: Asker): Promise<ReadonlyMap<number, number>> {
  const counts =
    (await index.values({ filter, of: 'group', max: everyGroup }, asker)) ?? (await bySql.values(db, filter, 'group', everyGroup))
  return new Map(counts.map(({ value, count }) => [Number(value), count]))
}
