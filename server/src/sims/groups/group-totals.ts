import type { GroupTotals } from '@simdeck/contract/groups.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { countsNow } from '../list/count-many.ts'
import { figureFilters, figuresFrom } from './figure-filters.ts'

/** The figures of the SIMs in no group and of all SIMs, counted by the index. */
export async function groupTotals(db: Db, index: FleetIndex, asker: Asker): Promise<GroupTotals> {
  const filters: readonly SimFilter[] = [{}, ...(await figureFilters(db))]
  const counts = await countsNow(db, index, [...filters.map((filter) => ({ ...filter, group: [0] })), ...filters], asker)
  const totalsOf = ([size = 0, ...some]: readonly number[]) => ({ size, ...figuresFrom(some) })
  return { withoutGroup: totalsOf(counts.slice(0, filters.length)), all: totalsOf(counts.slice(filters.length)) }
}
